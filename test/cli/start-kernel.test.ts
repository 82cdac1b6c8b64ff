/** Searches that start from an existing kernel, through the command line; replies and verdicts are scripted. */
import { describe, expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordOf } from "../../src/run/events.ts";
import { affineAgents, affineBundle } from "../support/affine.ts";
import { scratch, start } from "../support/command.ts";
import { startModelServer } from "../support/model-server.ts";
import { eventsOf } from "../support/run.ts";
import { affineTask, scriptedJudge as judge } from "../support/places.ts";

function bundle(files: { name: string; text: string }[]): string {
  const folder = join(scratch(), "kernel");
  mkdirSync(folder);
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  return folder;
}
const optimize = async (from: string, more: string[] = []) => {
  const server = await startModelServer(affineAgents());
  const run = join(scratch(), "run");
  const args = ["optimize", affineTask, "--target", "cpu", "--worker", judge, "--attempts", "4", "--out", run, "--start", from, ...more];
  const result = await start(args, { endpoint: server.url });
  await server.close();
  return { result, run, answered: server.answered };
};

describe("a search with --start", () => {
  it("judges the kernel first, counts it as an attempt, and expands it", async () => {
    const { run, answered } = await optimize(bundle(affineBundle(1)));
    const { attempts } = recordOf(eventsOf(run));
    const [root, first, ...others] = attempts;
    expect([root?.id, first?.id, first?.parent, first?.explanation]).toEqual(["root", "r0b1", "root", "given with --start"]);
    expect(first?.verdict).not.toBeNull();
    expect(others.length).toBeGreaterThan(0);
    expect(others.length).toBeLessThanOrEqual(3);
    expect(answered.some(({ prompt }) => prompt.includes("r0b1"))).toBe(true);
  });

  it("takes a run's winner", async () => {
    const { run } = await optimize(bundle(affineBundle(1)));
    const { best } = recordOf(eventsOf(run)).finished ?? {};
    const winner = recordOf(eventsOf(run)).attempts.find((one) => one.id === best)?.normalized;
    expect(winner).toBeDefined();
    const next = await optimize(run);
    expect(recordOf(eventsOf(next.run)).attempts.find((one) => one.id === "r0b1")?.normalized).toBe(winner);
  });

  it("needs no model for one attempt: the kernel is judged, promoted and exported", async () => {
    const run = join(scratch(), "run");
    const args = ["optimize", affineTask, "--target", "cpu", "--worker", judge, "--attempts", "1", "--out", run];
    const result = await start([...args, "--start", bundle(affineBundle(1))]);
    expect(result.all).toMatch(/no model is asked[^]*r0b1 ok[^]*search ends: the kernel of --start is the only attempt[^]*promotion of r0b1: ok/);
    expect([result.exitCode, recordOf(eventsOf(run)).finished?.best]).toEqual([0, "r0b1"]);
    const exported = await start(["export", run, "--format", "folder", "-o", join(scratch(), "winner"), "--no-verify", "--degraded"]);
    expect([exported.exitCode, exported.all]).toEqual([0, expect.not.stringContaining("model")]);
    const forked = await start(["fork", run, "--attempts", "2"]);
    expect([forked.exitCode, forked.all]).toEqual([1, expect.stringMatching(/asked no model, so a fork has none to ask\n {2}-> search from its kernel: /)]);
  });

  const triton = [{ name: "model_new.py", text: "import triton\n\n\nclass ModelNew: ...\n" }];
  const bad: [string, () => string, string[], RegExp][] = [
    ["a path where nothing is", () => "nowhere", [], /no candidate at nowhere/],
    [
      "a language that the run does not write",
      () => bundle(triton),
      [],
      /written in triton, and this run writes cpp\n {2}-> name a kernel for cpu, or the other target/,
    ],
    ["a bundle without its native file", () => bundle(affineBundle(1).slice(1)), [], /imports from kernel, but kernel\.cpp is missing/],
  ];
  it.each(bad)("refuses %s", async (_, from, more, says) => {
    const { result } = await optimize(from(), more);
    expect([result.exitCode, result.all]).toEqual([1, expect.stringMatching(says)]);
  });
});
