/** The tree against what its answers mean, written out by passes through all attempts, on random trees put together in random orders. */
import { describe, expect, it } from "@jest/globals";
import { type Attempt, compareIds, isBroken, scoreOf } from "../../src/run/attempt.ts";
import { draws, sample } from "../../src/lib/random.ts";
import { ROOT, SearchTree } from "../../src/run/tree.ts";
import { attempt } from "../support/attempts.ts";

/** A tree of `size` attempts, one per round. Some fail, some are duplicates, some were never judged, and tuning made some. */
function grown(size: number, draw: () => number): Attempt[] {
  const all = [attempt(ROOT, null, 100)];
  for (let round = 1; round <= size; round++) {
    const parent = all[Math.floor(draw() * all.length)]!.id;
    const us = draw() < 0.3 ? null : 10 * Math.ceil(10 * draw());
    const verdict = us === null && draw() < 0.3 ? null : "verdict";
    const role = draw() < 0.1 ? ("tuner" as const) : ("coder" as const);
    all.push(attempt(`r${round}b1`, parent, us, { round, role, verdict, normalized: `program ${Math.floor(draw() * size)}` }));
  }
  return all;
}

const shuffled = (all: readonly Attempt[], draw: () => number): Attempt[] =>
  all
    .map((one) => ({ one, key: draw() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one);
const ids = (all: Iterable<Attempt>): string[] => Array.from(all, (one) => one.id);
const byScore = (a: Attempt, b: Attempt): number => scoreOf(b)! - scoreOf(a)! || compareIds(a, b);
const below = (all: readonly Attempt[], one: Attempt): Attempt[] => [
  one,
  ...all.filter((child) => child.parent === one.id).flatMap((child) => below(all, child)),
];

describe("a tree put together in any order", () => {
  it.each([1, 2, 3, 4, 5, 6])("gives the same answers as passes over all attempts (seed %d)", (seed) => {
    const draw = draws(seed, "tree");
    const all = grown(60, draw).toSorted(compareIds);
    const tree = new SearchTree(shuffled(all, draw));
    expect(ids(tree.all())).toEqual(ids(all));
    expect(ids(tree.backwards())).toEqual(ids(all.toReversed()));
    expect(ids(tree.ranked())).toEqual(ids(all.filter((one) => scoreOf(one) !== null).toSorted(byScore)));
    expect(tree.spent()).toBe(all.filter((one) => one.id !== ROOT && one.role !== "tuner").length);
    const isLeaf = (one: Attempt): boolean => one.id !== ROOT && (scoreOf(one) !== null || isBroken(one)) && !all.some((child) => child.parent === one.id);
    expect(ids(tree.leaves())).toEqual(ids(all.filter(isLeaf)));
    for (const one of all) {
      expect(ids(tree.childrenOf(one.id))).toEqual(ids(all.filter((child) => child.parent === one.id)));
      expect(ids(tree.twins(one.normalized!))).toEqual(ids(all.filter((twin) => twin.normalized === one.normalized)));
      const { attempts, score } = tree.sumsOf(one.id);
      expect(attempts).toBe(below(all, one).length);
      expect(score).toBeCloseTo(below(all, one).reduce((sum, each) => sum + (scoreOf(each) ?? 0), 0));
    }
  });

  it.each([1, 2, 3])("has bitwise equal sums, whenever they are requested (seed %d)", (seed) => {
    const draw = draws(seed, "sums");
    const all = grown(60, draw);
    const asked = new SearchTree();
    for (const one of all) {
      asked.put(one);
      asked.sumsOf(ROOT);
    }
    const other = new SearchTree(shuffled(all, draw));
    for (const { id } of all) expect(other.sumsOf(id)).toEqual(asked.sumsOf(id));
  });

  it("replaces an old version of an attempt by the new one", () => {
    const tree = new SearchTree([attempt(ROOT, null, 100), attempt("r1b1", ROOT, 50), attempt("r2b1", "r1b1", 20)]);
    tree.sumsOf(ROOT);
    tree.put(attempt("r2b1", "r1b1", null, { status: "duplicate", verdict: null, normalized: "hash of r1b1" }));
    expect(ids(tree.all())).toEqual(["r1b1", "r2b1", ROOT]);
    expect(ids(tree.ranked())).toEqual(["r1b1", ROOT]);
    expect(ids(tree.twins("hash of r1b1"))).toEqual(["r1b1", "r2b1"]);
    expect(tree.twins("hash of r2b1")).toEqual([]);
    expect(tree.leaves()).toEqual([]);
    expect(tree.sumsOf(ROOT)).toEqual({ attempts: 3, score: 3 });
  });
});

it.each([1, 2, 3])("a part of a tree answers as a tree of that part would, a branch's own attempts last (seed %d)", (seed) => {
  const all = grown(60, draws(seed, "part"));
  const there = all.filter((one) => one.round < 40);
  const own = [attempt("r45b2", "r39b1", 5, { round: 45 }), attempt("r45b2s1", "r45b2", null, { round: 45, normalized: "program 1" })];
  const part = new SearchTree(all).seen((one) => one.round < 40, own);
  const whole = new SearchTree([...there, ...own]);
  expect(ids(part.all())).toEqual(ids([...there.toSorted(compareIds), ...own]));
  expect(ids(part.backwards())).toEqual(ids(part.all().toReversed()));
  expect(ids(part.ranked())).toEqual(ids(whole.ranked()));
  for (const { id, normalized } of [...there, ...own]) {
    expect(part.find(id)).toBe(whole.find(id));
    expect(ids(part.childrenOf(id))).toEqual(ids(whole.childrenOf(id)));
    expect(new Set(part.twins(normalized!))).toEqual(new Set(whole.twins(normalized!)));
  }
});

it("a sample keeps the order of the remaining items", () => {
  for (let size = 0; size < 30; size++) {
    const left = Array.from({ length: size }, (_, at) => at);
    const draw = draws(size, "sample");
    const drawn = sample([...left], 4, draws(size, "sample"));
    while (left.length > 4) left.splice(Math.floor(draw() * left.length), 1);
    expect(drawn).toEqual(left);
  }
});
