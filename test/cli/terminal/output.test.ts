/** The output of a search at each level of detail. Replies and verdicts are scripted. */
import { expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { affineAgents, affineBundle } from "../../support/affine.ts";
import { scratch, start } from "../../support/command.ts";
import { startModelServer } from "../../support/model-server.ts";
import { affineTask, scriptedJudge } from "../../support/places.ts";
import { eventsOf, makeRun } from "../../support/run.ts";

async function printed(flag: string) {
  const server = await startModelServer(affineAgents());
  const run = makeRun("beam", server.url, { attempts: 3 });
  const { stdout } = await start(["resume", run, flag], { endpoint: server.url });
  await server.close();
  return { run, stdout };
}

it("with --json standard output is the events of the log and nothing else", async () => {
  const { run, stdout } = await printed("--json");
  expect(stdout.split("\n").map((line) => JSON.parse(line))).toEqual(eventsOf(run));
});

it("with --quiet there is the result and no progress", async () => {
  const { stdout } = await printed("--quiet");
  expect(stdout).toMatch(/^task +affine/);
  expect(stdout).toContain("Report: ");
  expect(stdout).not.toMatch(/^\d\d:\d\d:\d\d /m);
});

it("with --verbose every call and every plan is printed", async () => {
  const { stdout } = await printed("--verbose");
  expect(stdout).toMatch(/^\d\d:\d\d:\d\d {3}model r1b1\.planner\.0: .* 100 tokens in, 10 out/m);
  expect(stdout).toMatch(/^\d\d:\d\d:\d\d {3}judge evaluate-\w+: .* of the device/m);
  expect(stdout).toMatch(/^ +plan: write variant \d+/m);
  expect(stdout).toMatch(/^ +r1b1: root$/m);
});

it("a closed pipe neither ends the run nor blocks its end", async () => {
  const server = await startModelServer(affineAgents());
  const run = makeRun("beam", server.url, { attempts: 2 });
  const child = start(["resume", run, "--verbose"], { endpoint: server.url });
  child.stdout.once("data", () => child.stdout.destroy());
  child.stderr.destroy();
  expect([0, 3]).toContain((await child).exitCode);
  expect(eventsOf(run).at(-1)?.type).toBe("finished");
  await server.close();
});

it("evaluate says on standard error that the judge is at work, and with --json nothing but the verdict", async () => {
  const bundle = scratch();
  for (const { name, text } of affineBundle(1)) writeFileSync(join(bundle, name), text);
  const judged = async (...more: string[]) => start(["evaluate", affineTask, bundle, "--target", "cpu", "--worker", scriptedJudge, ...more]);
  const [plain, json] = [await judged(), await judged("--json")];
  expect([plain.stderr, plain.stdout]).toEqual(["the judge builds, checks and times it …", expect.stringMatching(/^ok: /)]);
  expect([json.stderr, JSON.parse(json.stdout)]).toEqual(["", expect.objectContaining({ status: "ok" })]);
});

it("two of these options together are refused", async () => {
  const result = await start(["resume", "runs/none", "--quiet", "--json"]);
  expect([result.exitCode, result.all]).toEqual([2, expect.stringMatching(/--quiet.*cannot be used with.*--json/)]);
});
