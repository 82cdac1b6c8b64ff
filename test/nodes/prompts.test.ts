/** Every prompt as it is sent: those of real runs, rendered again by the program's own nodes, against the snapshots beside this file. */
import { describe, expect, it } from "@jest/globals";
import { readRecordedRun, recordedRuns } from "../../evals/search/recorded-runs.ts";
import { type Rendered, rendered } from "../../evals/search/rendered.ts";
import { tokensIn } from "../../src/domain/budget.ts";
import type { Policy } from "../../src/domain/settings.ts";
import { blockLibrary } from "../../src/tools/model/block-library.ts";

const brief: Partial<Policy> = { prompts: "brief" };
const first: Partial<Policy> = { ...brief, firstRound: 4 };

/** Cuts sources, which keeps the snapshots readable. Real prompts have whole sources. */
const wordsOf = (text: string): string => text.replace(/(```(?:cuda|python)\n)[\s\S]*?(\n```)/g, "$1…$2");
const named = (prompts: readonly Rendered[], attempt: string, role: string): string =>
  wordsOf(prompts.find((one) => one.attempt === attempt && one.role === role)?.text ?? "");

describe("the prompt of", () => {
  const cases: [string, string, (typeof recordedRuns)[number], Partial<Policy>][] = [
    ["planner", "r1b2", "conv3d_max_logsumexp_relu", brief],
    ["coder", "r1b2", "conv3d_max_logsumexp_relu", brief],
    ["planner", "r3b2", "conv3d_max_logsumexp_relu", brief],
    ["coder", "r3b2", "conv3d_max_logsumexp_relu", brief],
    ["repairer", "r1b1s1", "causal_self_attention", brief],
    ["planner", "r3b1", "causal_self_attention", brief],
    ["planner", "r2b1", "depthwise_conv2d", { grounding: "echo", guidance: false, profiles: false, tune: 0 }],
    ["coder", "r2b1", "depthwise_conv2d", { guidance: false, profiles: false, tune: 0 }],
    ["solo", "r1b1", "depthwise_conv2d", { agents: "solo" }],
    ["solo", "r1b2", "causal_self_attention", first],
    ["solo", "r3b2", "conv3d_max_logsumexp_relu", { ...first, change: "direct" }],
  ];
  it.each(cases)("the %s of %s in %s", async (role, attempt, run, policy) => {
    expect(named(await rendered(readRecordedRun(run), policy), attempt, role)).toMatchSnapshot();
  });
});

describe("the prompt with building blocks of", () => {
  const verdict = { hash: "", hardware: "NVIDIA H200", status: "ok", speedup: { median: 1.44, low: 1.4, high: 1.5 }, errorShare: 0.12 };
  const blocks = blockLibrary().map((block) => ({ ...block, verdicts: [{ ...verdict, block: block.id }] }));
  const cases: [string, string, (typeof recordedRuns)[number], Partial<Policy>][] = [
    ["solo", "r1b2", "conv3d_max_logsumexp_relu", first],
    ["coder", "r2b3", "causal_self_attention", brief],
  ];
  it.each(cases)("the %s of %s in %s", async (role, attempt, run, policy) => {
    const recorded = readRecordedRun(run);
    const [bare, shown, off] = await Promise.all([
      rendered(recorded, policy),
      rendered(recorded, policy, blocks),
      rendered(recorded, { ...policy, blocks: false }, blocks),
    ]);
    const text = named(shown, attempt, role);
    expect(text).toMatch(/\n# Proven building blocks\n/);
    expect(text).toMatchSnapshot();
    expect(named(off, attempt, role)).toBe(named(bare, attempt, role));
    expect(tokensIn(text) - tokensIn(named(bare, attempt, role))).toBeLessThanOrEqual(1200);
  });
});

describe("brief prompts of real runs", () => {
  it.each(recordedRuns)("%s: show each source once and one other at most, state one time per attempt, and bar nothing", async (name) => {
    const run = readRecordedRun(name);
    const prompts = await rendered(run, brief);
    expect(prompts.length).toBeGreaterThan(run.attempts.length);
    for (const { text } of prompts) {
      const sources = [...text.matchAll(/^`kernel\.cu`:$/gm)].length;
      expect(sources).toBeLessThanOrEqual(2);
      expect(text.split("class Model(nn.Module)").length - 1).toBe(1);
      expect(text).not.toMatch(/not for you|Nothing yet|undefined|\{\{/);
      expect(text).not.toMatch(/\n\n\n# /);
    }
  });

  it.each(recordedRuns)("%s: rank attempts by their times as by their speedups", async (name) => {
    for (const { text } of await rendered(readRecordedRun(name), brief)) {
      const told = [...text.matchAll(/^- r\w+ \(from \w+\): ([\d.]+) us, ([\d.]+)x/gm)].map(([, us, speedup]) => ({
        us: Number(us),
        speedup: Number(speedup),
      }));
      const byTime = told.toSorted((a, b) => a.us - b.us).map((one) => one.speedup);
      expect(byTime).toEqual(told.map((one) => one.speedup).toSorted((a, b) => b - a));
    }
  });

  it.each(recordedRuns)("%s: take a third less tokens than whole sources", async (name) => {
    const run = readRecordedRun(name);
    const sum = (prompts: readonly Rendered[]): number => prompts.reduce((all, { text }) => all + tokensIn(text), 0);
    expect(sum(await rendered(run, brief)) / sum(await rendered(run))).toBeLessThan(0.7);
  });
});
