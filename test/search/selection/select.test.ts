import { describe, expect, it } from "@jest/globals";
import { Policy } from "../../../src/domain/settings.ts";
import type { Diagnosis } from "../../../src/domain/profile.ts";
import type { Verdict } from "../../../src/domain/verdict.ts";
import { type Attempt, verdictFields } from "../../../src/run/attempt.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import { roundSize } from "../../../src/search/selection/expansion.ts";
import { finalists, winnerOf } from "../../../src/search/selection/finalists.ts";
import { select } from "../../../src/search/selection/select.ts";
import { stopAfter } from "../../../src/search/selection/stop.ts";
import { percentText } from "../../../src/domain/measure.ts";
import { toldUs } from "../../../src/search/context/attempt-text.ts";
import { diagnose } from "../../../src/search/diagnosis/diagnosis.ts";
import { renderPrompt } from "../../../src/tools/model/prompt.ts";
import { attempt } from "../../support/attempts.ts";
import { okVerdict } from "../../support/verdicts.ts";

const policy = (more: object = {}) => Policy.parse({ attempts: 12, epsilon: 0, ...more });
const root = attempt("root", null, 100);

describe("the beam", () => {
  it("expands the reference in the first round and keeps half of the budget for later rounds", () => {
    const chosen = select(new SearchTree([root]), [], policy(), 0, 1);
    expect(chosen.map((one) => one.parent)).toEqual(["root", "root", "root", "root"]);
    expect(chosen.map((one) => one.childIndex)).toEqual([0, 1, 2, 3]);
    expect(chosen.length + chosen.reduce((sum, one) => sum + one.repairs, 0)).toBeLessThanOrEqual(6);
  });

  it("never plans more attempts and repairs than the budget holds", () => {
    for (const attempts of [1, 2, 3, 5, 8, 13, 30]) {
      const tree = new SearchTree([root]);
      for (let round = 1; tree.spent() < attempts && round < 40; round++) {
        const chosen = select(tree, [], policy({ attempts, epsilon: 0.3 }), 7, round);
        expect(chosen.length).toBeGreaterThan(0);
        for (const one of chosen) {
          tree.put(attempt(one.id, one.parent, 51 + tree.spent(), { round }));
          for (let repair = 1; repair <= one.repairs; repair++) tree.put(attempt(`${one.id}s${repair}`, one.id, null, { round }));
        }
      }
      expect(tree.spent()).toBe(attempts);
    }
  });

  it("chooses parents by measured time, fastest first, over the width of the beam", () => {
    const tree = [root, attempt("slow", "root", 90), attempt("fast", "root", 20), attempt("mid", "root", 40), attempt("broken", "root", null)];
    expect(select(new SearchTree(tree), [], policy(), 0, 2).map((one) => one.parent)).toEqual(["fast", "mid", "fast", "mid"]);
  });

  it("throttles the reference after five children", () => {
    const children = [1, 2, 3, 4, 5].map((n) => attempt(`c${n}`, "root", 100 + n));
    expect(select(new SearchTree([root, ...children]), [], policy(), 0, 2).map((one) => one.parent)).not.toContain("root");
  });

  it("gives up a branch after more than three failing children", () => {
    const failing = [1, 2, 3, 4].map((n) => attempt(`f${n}`, "fast", null));
    const tree = [root, attempt("fast", "root", 20), attempt("mid", "root", 40), ...failing];
    expect(select(new SearchTree(tree), [], policy(), 0, 2).map((one) => one.parent)).not.toContain("fast");
  });

  it("explores leaves with probability epsilon, the same ones for the same seed", () => {
    const tree = [root, attempt("fast", "root", 20), attempt("leaf", "root", 90), attempt("broken", "root", null)];
    const explore = policy({ epsilon: 1 });
    const chosen = select(new SearchTree(tree), [], explore, 3, 2);
    expect(chosen.some((one) => one.why === "explore")).toBe(true);
    expect(select(new SearchTree(tree), [], explore, 3, 2)).toEqual(chosen);
  });

  it("repairs a broken leaf when nothing measured is open", () => {
    const children = [1, 2, 3, 4, 5].map((n) => attempt(`c${n}`, "root", null));
    expect(select(new SearchTree([root, ...children]), [], policy(), 0, 2)[0]?.parent).toMatch(/^c\d$/);
  });

  it("derives rounds and breadth from the budget", () => {
    expect([6, 12, 30].map((n) => roundSize(policy({ attempts: n })))).toEqual([
      { expansions: 3, width: 2 },
      { expansions: 4, width: 2 },
      { expansions: 4, width: 2 },
    ]);
  });

  it("sends only attempts faster than the reference to the final", () => {
    const tree = [root, attempt("slow", "root", 120), attempt("fast", "root", 20), attempt("mid", "root", 40), attempt("third", "root", 60)];
    expect(finalists(new SearchTree(tree), "cuda").map((one) => one.id)).toEqual(["fast", "mid", "third"]);
    expect(finalists(new SearchTree([root, attempt("slow", "root", 120)]), "cuda")).toEqual([]);
    const close = [root, attempt("r1b1", "root", 22), attempt("r1b2", "root", 21.5), attempt("r2b1", "r1b1", 20.5), attempt("r2b2", "r1b2", 20)];
    expect(
      finalists(new SearchTree(close), "cpu")
        .map((one) => one.id)
        .slice(0, 3),
    ).toEqual(["r2b2", "r2b1", "r1b2"]);
  });
});

describe("the winner", () => {
  const verdict = (median: number, spread = 0.02): Verdict => ({
    ...okVerdict("promotion", median),
    speedup: { median, low: median * (1 - spread), high: median * (1 + spread), samples: 8 },
  });
  const known = { eager: okVerdict("promotion", 1).baseline };
  const two = (first: number, second: number) => [
    { id: "r10b1", verdict: verdict(second) },
    { id: "r2b1", verdict: verdict(first) },
  ];

  it("is the fastest attempt that is reliably faster than the reference", () => {
    expect(winnerOf(two(2, 3), known)).toBe("r10b1");
    expect(winnerOf(two(1.01, 0.9), known)).toBeNull();
    expect(winnerOf([], known)).toBeNull();
  });

  it("of a replay is the recorded one, unless another is reliably faster", () => {
    const hashed = (first: number, second: number) => two(first, second).map((one) => ({ ...one, normalized: `hash of ${one.id}` }));
    expect(winnerOf(hashed(3, 3.02), known, "hash of r10b1")).toBe("r10b1");
    expect(winnerOf(hashed(4, 3.02), known, "hash of r10b1")).toBe("r2b1");
  });

  it("is the fastest also where wide intervals do not tell attempts apart: being earlier is no merit", () => {
    expect(winnerOf(two(3, 3.05), known)).toBe("r10b1");
    const wide = [
      { id: "r1b1", verdict: verdict(15.8, 0.3) },
      { id: "r2b3", verdict: verdict(19.1, 0.3) },
    ];
    expect(winnerOf(wide, known)).toBe("r2b3");
  });
});

describe("the slower baseline of a minute", () => {
  const us = (medianUs: number) => ({ medianUs, lowUs: medianUs, highUs: medianUs, samples: 24 });
  const baselines = { eager: us(1000), noiseBand: 0.1 };
  const verdictOf = (candidateUs: number, eagerUs: number) => {
    const median = eagerUs / candidateUs;
    return {
      ...okVerdict("search", 1),
      candidate: us(candidateUs),
      baseline: us(eagerUs),
      speedup: { median, low: median * 0.98, high: median * 1.02, samples: 12 },
    };
  };
  const profiled = { floorBytes: 1e6, copyGBps: 5, kernels: [], peakBytes: null, deviceUs: null, compiled: [], remarks: [] };
  const slower = verdictOf(360, 1090);
  const faster = verdictOf(336, 1000);
  const judged = (id: string, verdict: typeof slower) => attempt(id, "root", 1, verdictFields(verdict, baselines));

  it("lifts no attempt above a faster one: in the choice of parents, of finalists and of the winner", () => {
    expect(slower.speedup.median).toBeGreaterThan(faster.speedup.median);
    const tree = new SearchTree([root, judged("r1b1", slower), judged("r1b2", faster)]);
    expect(tree.ranked().next().value?.id).toBe("r1b2");
    expect(select(tree, [], policy({ epsilon: 0, width: 1, breadth: 1 }), 0, 2)[0]?.parent).toBe("r1b2");
    expect(finalists(tree, "cuda")[0]?.id).toBe("r1b2");
    const measured = [
      { id: "r1b1", verdict: slower },
      { id: "r1b2", verdict: faster },
    ];
    expect(winnerOf(measured, baselines)).toBe("r1b2");
    expect(winnerOf(measured, { eager: us(1000) })).toBe("r1b1");
  });

  it("leaves one time for each attempt: status, rank and share of the speed of light agree", () => {
    for (const verdict of [slower, faster, verdictOf(336 * 1.5, 1000 * 1.5)]) {
      const { time, speedup } = verdictFields(verdict, baselines);
      const told = toldUs(judged("r1b1", verdict), baselines.eager.medianUs)!;
      expect(time!.medianUs).toBeCloseTo(told, 6);
      expect(time!.medianUs).toBeCloseTo(1000 / speedup!.median, 6);
      const profile = { ...profiled, floorUs: 200 };
      const found = diagnose(renderPrompt, { ...verdict, profile }, time, null);
      expect(found.solFraction).toBeCloseTo(200 / told, 6);
      expect(found.summary).toContain(`${percentText(200 / told)} of the memory floor`);
    }
  });

  it("counts beyond the noise band, where the machine was slower for both", () => {
    const throttled = verdictOf(336 * 1.5, 1000 * 1.5);
    const { median } = verdictFields(throttled, baselines).speedup!;
    expect(median).toBeCloseTo(faster.speedup.median / 1.1, 6);
  });
});

describe("stopping", () => {
  const after = (round: number, returned: readonly string[] = []) => ({ round, returned });

  it("stops when the budget is spent", () => {
    const tree = [root, attempt("a", "root", 50)];
    expect(stopAfter(new SearchTree(tree), policy({ attempts: 1 }), after(1), "cuda")?.reason).toBe("budget");
    expect(stopAfter(new SearchTree(tree), policy({ attempts: 2 }), after(1), "cuda")).toBeNull();
  });

  it("stops near the time of the bytes that every correct kernel must move", () => {
    const diagnosis = { bound: "memory" as const, summary: "", solFraction: 0.97, limits: [] };
    const stopAt = (more: Partial<Diagnosis>) =>
      stopAfter(new SearchTree([root, attempt("a", "root", 50, { diagnosis: { ...diagnosis, ...more } })]), policy(), after(1), "cuda");
    expect(stopAt({ neededFraction: 0.96 })).toEqual({
      reason: "speed_of_light",
      detail: "the bytes that every correct kernel must move take 96 % of the time of a",
    });
    expect(stopAt({ neededFraction: 0.9 })).toBeNull();
  });

  it("never stops at a floor that a kernel can beat: by arithmetic, or by bytes that the judge has not shown to be needed", () => {
    const near = (floor: "memory" | "compute") => ({ bound: floor, summary: "", solFraction: 1, floor, limits: [] });
    for (const diagnosis of [near("compute"), near("memory"), { ...near("compute"), neededFraction: 0.5 }])
      expect(stopAfter(new SearchTree([root, attempt("a", "root", 50, { diagnosis })]), policy(), after(1), "cuda")).toBeNull();
  });

  it("goes on past a fast attempt that one shape makes unpublishable", () => {
    const slowest = { name: "small", speedup: { median: 0.5, low: 0.4, high: 0.6, samples: 12 } };
    const stopOf = (more: Partial<Attempt>) =>
      stopAfter(new SearchTree([root, attempt("a", "root", 50, more)]), policy({ targetSpeedup: 1.5 }), after(1), "cuda")?.reason;
    expect(stopOf({})).toBe("target");
    expect(stopOf({ slowest })).toBeUndefined();
  });

  it("stops after three rounds without a gain", () => {
    const tree = [root, attempt("a", "root", 50), ...[2, 3, 4].map((round) => attempt(`b${round}`, "a", 50.2 - round / 100, { round }))];
    expect(stopAfter(new SearchTree(tree), policy(), after(3), "cuda")).toBeNull();
    expect(stopAfter(new SearchTree(tree), policy(), after(4), "cuda")?.reason).toBe("plateau");
  });

  it("stops in async mode when as many branches as three rounds begin have returned without a gain, whenever they began", () => {
    const inAsync = policy({ attempts: 40, async: true }); // four in flight
    const begun = Array.from({ length: 16 }, (_, nth) => (nth < 4 ? `r1b${nth + 1}` : `r${nth - 2}b1`));
    const stopOf = (returned: readonly string[], best: string) => {
      const tree = [root, ...returned.map((id) => attempt(id, "root", id === best ? 40 : 50, { round: Number(/\d+/.exec(id)![0]) }))];
      return stopAfter(new SearchTree(tree), inAsync, after(returned.length, returned), "cuda");
    };
    for (let count = 1; count <= 15; count++) expect(stopOf(begun.slice(0, count), "none")).toBeNull();
    expect(stopOf(begun, "none")).toEqual({ reason: "plateau", detail: "no gain of 1 % in the last 12 branches" });
    const late = [...begun.filter((id) => id !== "r1b1"), "r1b1"]; // of the first selection, and the last to return
    expect(stopOf(late, "r1b1")).toBeNull();
    expect(stopOf(late, "r1b2")?.reason).toBe("plateau");
  });
});
