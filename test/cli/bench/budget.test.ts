import { describe, expect, it } from "@jest/globals";
import { shareTokens } from "../../../src/cli/bench/budget.ts";

const runs = ["a", "b", "c"].flatMap((task) => ["refine", "sampling"].map((variant) => ({ variant, run: `${variant}/${task}` })));

describe("a bench's token budget", () => {
  it("is shared equally between variants and their runs", () => {
    const shared = shareTokens(60_000, runs, () => 0);
    expect(shared.allow("refine/a")).toBe(10_000);
    expect(shared.allow("sampling/a")).toBe(10_000);
    expect(shared.allow("refine/b")).toBe(10_000);
  });

  it("flows from a run that ended early to the runs that follow it", () => {
    const spent = new Map([["refine/a", 2_000]]);
    const shared = shareTokens(60_000, runs, (run) => spent.get(run) ?? 0);
    shared.allow("refine/a");
    shared.ended("refine/a");
    expect(shared.allow("refine/b")).toBe(14_000);
    expect(shared.allow("refine/c")).toBe(14_000);
    expect(shared.allow("sampling/a")).toBe(10_000);
  });

  it("counts what a resumed run has spent already, and never goes over the total", () => {
    const spent = new Map([
      ["refine/a", 29_000],
      ["refine/b", 500],
    ]);
    const shared = shareTokens(60_000, runs, (run) => spent.get(run) ?? 0);
    shared.ended("refine/a");
    expect(shared.allow("refine/b")).toBe(750);
    expect(shared.allow("refine/c")).toBe(250);
  });

  it("is shared by weight within a variant, and what a run leaves goes to the others by weight", () => {
    const weighted = ["a", "b", "c"].map((task, at) => ({ variant: "beam", run: task, weight: [3, 2, 1][at]! }));
    const spent = new Map<string, number>();
    const shared = shareTokens(60_000, weighted, (run) => spent.get(run) ?? 0);
    expect(shared.allow("a")).toBe(30_000);
    spent.set("a", 15_000);
    shared.ended("a");
    expect([shared.allow("b"), shared.allow("c")]).toEqual([30_000, 15_000]);
  });
});
