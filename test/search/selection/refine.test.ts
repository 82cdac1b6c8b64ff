import { describe, expect, it } from "@jest/globals";
import type { Attempt } from "../../../src/run/attempt.ts";
import { Policy } from "../../../src/domain/settings.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import { withinTokens } from "../../../src/search/selection/affordable.ts";
import { select } from "../../../src/search/selection/select.ts";
import { strategies } from "../../../src/search/selection/strategies.ts";
import { attempt } from "../../support/attempts.ts";

const root = attempt("root", null, 100);
const policy = (more: Partial<Policy> = {}) => Policy.parse({ ...strategies.refine.set, strategy: "refine", ...more });
const next = (tree: Attempt[], round: number, more: Partial<Policy> = {}) => select(new SearchTree([root, ...tree]), [], policy(more), 0, round);
const first = (times: (number | null)[], more: Partial<Attempt> = {}) => times.map((us, at) => attempt(`r1b${at + 1}`, "root", us, more));
const nearRoof: Partial<Attempt> = { diagnosis: { bound: "memory", summary: "", solFraction: 0.93, neededFraction: 0.93, limits: [] } };

describe("the first round", () => {
  it("is independent kernels of the reference, one call each", () => {
    const round = next([], 1);
    expect(round.map((one) => [one.parent, one.first, one.childIndex])).toEqual([0, 1, 2, 3, 4, 5].map((index) => ["root", "solo", index]));
  });

  it("takes at most two thirds of the attempts, rounded", () => {
    expect(next([], 1, { attempts: 8 })).toHaveLength(5);
    expect(next([], 1, { attempts: 6 })).toHaveLength(4);
    expect(next([], 1, { attempts: 4 })).toHaveLength(3);
    expect(next([], 1, { attempts: 2 })).toHaveLength(1);
    expect(next([], 1, { attempts: 1 })).toHaveLength(1);
  });

  it("is one round of plans where the policy has no whole kernels", () => {
    expect(next([], 1, { firstRound: 0, attempts: 6 }).map((one) => [one.parent, one.first])).toEqual(Array.from({ length: 3 }, () => ["root", "planner"]));
    expect(next(first([30, 20, 90]), 2, { firstRound: 0, attempts: 6 })[0]?.parent).toBe("r1b2");
  });
});

describe("later rounds", () => {
  it("change the best two branches in turn, with one agent or after a plan", () => {
    const round = next(first([30, 20, 90, 25, null, 80]), 2);
    expect(round.map((one) => [one.parent, one.first])).toEqual([
      ["r1b2", "solo"],
      ["r1b4", "solo"],
      ["r1b2", "solo"],
    ]);
    expect(new Set(next(first([30, 20, 90, 25, null, 80]), 2, { change: "planned" }).map((one) => one.first))).toEqual(new Set(["planner"]));
  });

  it("take one attempt of a branch, its best", () => {
    const tree = [...first([30, 20, 90, 21, 80, 70]), attempt("r2b1", "r1b2", 19, { round: 2 })];
    expect(new Set(next(tree, 3).map((one) => one.parent))).toEqual(new Set(["r2b1", "r1b4"]));
  });

  it("leave a branch without a gain in three changes", () => {
    const tried = [1, 2, 3].map((at) => attempt(`r2b${at}`, "r1b1", 40 + at, { round: 2 }));
    const tree = [...first([20, 22, 24, 26, 90, 90]), ...tried];
    expect(new Set(next(tree, 3).map((one) => one.parent))).toEqual(new Set(["r1b2", "r1b3"]));
  });

  it("change the fastest kernels also near the time that their bytes need, because slower ones have the same roof", () => {
    const [fast, slow] = [first([20, 20.5], nearRoof), attempt("r1b3", "root", 24)];
    expect(new Set(next([...fast, slow], 2, { firstRound: 3 }).map((one) => one.parent))).toEqual(new Set(["r1b1", "r1b2"]));
  });

  it("leave branches that are far behind, and write new first kernels if no branch is left", () => {
    expect(new Set(next(first([20, 90, 90, 90, 90, 90]), 2).map((one) => one.parent))).toEqual(new Set(["r1b1"]));
    const done = first([20, 20, 20, 20, 20, 20]);
    const tried = done.flatMap(({ id }, at) => [1, 2, 3].map((child) => attempt(`r2b${3 * at + child}`, id, 40, { round: 2 })));
    expect(next([...done, ...tried], 3).every((one) => one.parent === "root" && one.first === "solo" && one.why === "explore")).toBe(true);
  });

  it("repair broken first kernels if too few branches pass", () => {
    const round = next(first([null, null, 50, null, null, null]), 2);
    expect(round.map((one) => one.first)).toContain("repairer");
    expect(round.map((one) => one.parent)).toContain("r1b3");
  });

  it("end the search if no first kernel is left", () => {
    const all = Array.from({ length: 12 }, (_, at) => attempt(`r1b${at + 1}`, "root", 20));
    const tried = all.flatMap(({ id }, at) => [1, 2, 3].map((child) => attempt(`r2b${3 * at + child}`, id, 40, { round: 2 })));
    expect(next([...all, ...tried], 4, { attempts: 100 })).toEqual([]);
  });
});

describe("a token budget", () => {
  const paid = first([20, 30], { tokens: 8000 });
  const affordable = (tree: Attempt[], left: number | null, firstEstimate = 1, more: Partial<Policy> = {}) =>
    withinTokens(policy({ attempts: 50, ...more }), new SearchTree([root, ...tree]), 0, { left, firstEstimate }).attempts;

  it("decides the number of attempts from the mean cost of first kernels and of changes so far", () => {
    const change = attempt("r2b1", "r1b1", 18, { tokens: 12_000 });
    expect(affordable([...paid, change], 36_000)).toBe(3 + 4); // three first kernels and one change
    expect(affordable([...paid, change], 35_999)).toBe(3 + 3);
    expect(affordable(paid, null)).toBe(50);
  });

  it("takes a change for 1.9 times as costly as a first kernel until one is paid", () => {
    expect(affordable([], 24_499, 5000)).toBe(3);
    expect(affordable([], 24_500, 5000)).toBe(4); // three first kernels and a change
    expect(affordable(paid, 38_400)).toBe(2 + 3); // another first kernel and two changes
  });

  it("counts first kernels alone where a strategy makes no others, at 1.9 times their estimate until one is paid", () => {
    expect(affordable([], 30_001, 5000 / 1.9, { selection: "root" })).toBe(6);
    expect(affordable([], 29_999, 5000 / 1.9, { selection: "root" })).toBe(5);
    const repair = attempt("r2b1", "r1b1", 18, { tokens: 14_000 });
    expect(affordable([...paid, repair], 30_000, 1, { selection: "mend" })).toBe(3 + 3); // repairs raise the mean to 10,000
  });

  it("pays for first kernels where it does not pay for a change", () => {
    const more = (left: number) => {
      const tree = new SearchTree([root, ...paid]);
      return select(tree, [], withinTokens(policy({ attempts: 50 }), tree, 0, { left, firstEstimate: 1 }), 0, 2).map(({ parent, first }) => [parent, first]);
    };
    expect(more(15_300)).toEqual([["r1b1", "solo"]]); // a change costs 15,200
    expect(more(15_100)).toEqual([["root", "solo"]]);
  });

  it("starts only attempts that fit into the budget", () => {
    const poor = withinTokens(policy({ attempts: 50 }), new SearchTree([root, ...paid]), 0, { left: 7000, firstEstimate: 1 });
    expect(select(new SearchTree([root, ...paid]), [], poor, 0, 2)).toEqual([]);
  });
});
