import { describe, expect, it } from "@jest/globals";
import { Policy } from "../../src/domain/settings.ts";
import { type Language, languagesOf } from "../../src/domain/task.ts";
import { SearchTree } from "../../src/domain/tree.ts";
import { catalogue } from "../../src/search/catalogue.ts";
import type { Expansion } from "../../src/search/expansion.ts";
import { moveProblem, offerOf, offerText } from "../../src/search/moves.ts";
import { attempt } from "../support/attempts.ts";

const policy = Policy.parse({});
const on = (target: "cuda" | "cpu", alsoIn: Language[] = []) => ({ target, policy, language: languagesOf[target][0], alsoIn });
const root = attempt("root", null, 100);
const expansion = (more: Partial<Expansion> = {}): Expansion => ({
  id: "r2b1",
  parent: "root",
  nth: 0,
  round: 2,
  repairs: 0,
  first: "planner",
  beside: [],
  place: 0,
  of: 1,
  donor: null,
  why: "best",
  ...more,
});
const planned = (id: string, strategy: string, more = {}) => attempt(id, "root", 50, { plan: { strategy, advice: "", anchors: [] }, ...more });
const names = (moves: readonly { name: string }[]): string[] => moves.map((move) => move.name);

describe("the catalogue", () => {
  it("has moves for every bottleneck on every target, some of which change the algorithm, each with its source", () => {
    for (const target of ["cuda", "cpu"] as const)
      for (const bound of ["memory", "compute", "launch"] as const) {
        const fitting = catalogue.filter((move) => move.targets.includes(target) && move.bounds.includes(bound));
        expect(fitting.length).toBeGreaterThanOrEqual(4);
        expect(fitting.some((move) => move.algorithm)).toBe(true);
      }
    expect(catalogue.every((move) => move.source.length > 5)).toBe(true);
    expect(new Set(names(catalogue)).size).toBe(catalogue.length);
  });
});

describe("planners at work on one attempt", () => {
  const offers = [0, 1, 2].map((place) => offerOf(new SearchTree([root]), expansion({ place, of: 3 }), "memory", on("cuda")));

  it("are dealt disjoint shares that add up to all moves for the bottleneck", () => {
    const dealt = offers.flatMap((offer) => names(offer.mine));
    expect(new Set(dealt).size).toBe(dealt.length);
    expect(dealt.toSorted()).toEqual(names(offerOf(new SearchTree([root]), expansion(), "memory", on("cuda")).mine).toSorted());
    expect(names(offers[0]!.mine)[0]).toBe("fuse passes");
  });

  it("may not take each other's moves, but any of their own naming", () => {
    const theirs = offers[1]!.mine[0]!.name;
    expect(moveProblem(theirs.toUpperCase(), offers[0]!)).toMatch(/is dealt to another planner/);
    expect(moveProblem(theirs, offers[1]!)).toBeNull();
    expect(moveProblem("other: bit tricks", offers[0]!)).toBeNull();
    expect(offerText(offers[0]!)).toContain(`At work beside you, so not for you:`);
  });
});

describe("a planner", () => {
  it("is not dealt what was tried on that attempt, and is told of it", () => {
    const offer = offerOf(new SearchTree([root, planned("r1b1", "Fuse passes"), planned("r1b2", "other: hash trick")]), expansion(), "memory", on("cuda"));
    expect(names(offer.mine)).not.toContain("fuse passes");
    expect(offerText(offer)).toMatch(/Tried on this attempt before: Fuse passes; other: hash trick\./);
  });

  it("is dealt tried moves again once all of them were", () => {
    const tried = catalogue.map((move, index) => planned(`r1b${index}`, move.name));
    expect(offerOf(new SearchTree([root, ...tried]), expansion(), "launch", on("cpu")).mine.length).toBeGreaterThan(0);
  });

  it("must change the algorithm after rounds without a gain", () => {
    const tree = [root, planned("r1b1", "fuse passes"), ...[2, 3].map((round) => planned(`r${round}b1`, "cache hints", { round, parent: "r1b1" }))];
    const before = offerOf(new SearchTree(tree.slice(0, 3)), expansion({ round: 3, parent: "r1b1" }), "memory", on("cuda"));
    expect(before.mustChange).toBe(false);
    const offer = offerOf(new SearchTree(tree), expansion({ round: 4, parent: "r1b1" }), "memory", on("cuda"));
    expect(offer.mustChange).toBe(true);
    expect(offer.mine.length).toBeGreaterThan(1);
    expect(offer.mine.every((move) => move.algorithm)).toBe(true);
    expect(moveProblem("wide loads and stores", offer)).toMatch(/does not change the algorithm/);
    expect(offerText(offer)).toMatch(/Change how the result is computed/);
  });

  it("that is the first at work on an attempt then leaves its language too, once, where the run has another", () => {
    const tree = [
      root,
      planned("r1b1", "fuse passes", { language: "cuda" }),
      ...[2, 3].map((round) => planned(`r${round}b1`, "cache hints", { round, parent: "r1b1", language: "cuda" })),
    ];
    const stuck = expansion({ round: 4, parent: "r1b1", of: 2 });
    const both = on("cuda", ["triton"]);
    expect(offerOf(new SearchTree(tree), stuck, "memory", both).language).toBe("triton");
    expect(offerText(offerOf(new SearchTree(tree), stuck, "memory", both))).toMatch(/written anew in triton/);
    expect(offerOf(new SearchTree(tree), { ...stuck, place: 1 }, "memory", both).language).toBeNull();
    expect(offerOf(new SearchTree(tree), stuck, "memory", on("cuda")).language).toBeNull();
    const turned = [...tree, planned("r4b1", "other: triton", { round: 4, parent: "r1b1", language: "triton" })];
    expect(offerOf(new SearchTree(turned), { ...stuck, round: 5 }, "memory", both).language).toBeNull();
  });
});
