/** `kernelwright fork`: how many new attempts it makes, and when it refuses, over a scripted model and judge. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { affineAgents } from "../../support/affine.ts";
import { scratch, start } from "../../support/command.ts";
import { type ModelServer, startModelServer } from "../../support/model-server.ts";
import { eventsOf, makeRun, treeOf } from "../../support/run.ts";

let server: ModelServer;
let run: string;
beforeAll(async () => {
  server = await startModelServer(affineAgents());
  run = makeRun("beam", server.url, { attempts: 4 });
  await start(["resume", run], { endpoint: server.url });
});
afterAll(async () => {
  await server.close();
});

const fork = async (...flags: string[]) => {
  const folder = join(scratch(), "fork");
  const { exitCode, all } = await start(["fork", run, "--out", folder, ...flags], { endpoint: server.url });
  return { exitCode, all, folder, kept: treeOf(run).filter((line) => line.startsWith("r1b")) };
};

it("--attempts counts only new attempts", async () => {
  const asked = server.answered.length;
  const { folder, kept } = await fork("--round", "1", "--attempts", "2", "--hint", "unroll the loop");
  const tree = treeOf(folder);
  expect(tree.slice(0, kept.length)).toEqual(kept);
  expect(tree.length - kept.length).toBe(2);
  const prompts = server.answered.slice(asked).filter(({ role }) => role === "planner");
  expect(prompts.map(({ prompt }) => prompt.includes("unroll the loop"))).toEqual(prompts.map(() => true));
  const begun = eventsOf(folder)[0];
  expect(begun?.type === "started" && begun.command).toContain("--attempts 2");
});

it("a fork without new attempts is refused with the number, before it makes a folder", async () => {
  const { exitCode, all, folder } = await fork();
  expect([exitCode, all]).toEqual([
    1,
    expect.stringMatching(/already holds 4 attempts, and the fork may have 4: nothing would be tried\n {2}-> give --attempts N/),
  ]);
  expect(existsSync(folder)).toBe(false);
});
