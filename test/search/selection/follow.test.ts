import { describe, expect, it } from "@jest/globals";
import { Policy, type RecordedExpansion } from "../../../src/domain/settings.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import { follow, recordedExpansions } from "../../../src/search/selection/follow.ts";
import { attempt } from "../../support/attempts.ts";

const policy = Policy.parse({ attempts: 8 });
const root = attempt("root", null, 100);
const recorded = (id: string, parent: string, more: Partial<RecordedExpansion> = {}): RecordedExpansion => ({
  attempt: id,
  parent,
  secondParent: null,
  repaired: false,
  repairs: 0,
  ...more,
});
const first = [recorded("r1b1", "root", { repairs: 1 }), recorded("r1b2", "root")];
const second = [recorded("r2b1", "r1b1s1"), recorded("r2b2", "r1b2", { repaired: true }), recorded("r2b3", "r1b1", { secondParent: "r1b2" })];
const follows = (tree: SearchTree, round: number, more = policy) => follow([...first, ...second], tree, [], more, round);

it("a recording names the parent that a person chose instead of the selected one", () => {
  const attempts = [root, attempt("r1b1", "root", 50), attempt("r1b2", "root", 60), attempt("r2b1", "r1b2", 40, { round: 2 })];
  const expansions = [
    { attempt: "r2b1", parent: "r1b1", why: "best" },
    { attempt: "r2b2", parent: "r1b1", why: "best" }, // it made no attempt
  ];
  expect(recordedExpansions({ expansions, attempts })).toEqual([recorded("r2b1", "r1b2")]);
});

describe("a replay", () => {
  it("takes the recorded branches of a round, with the recorded number of repairs", () => {
    const chosen = follows(new SearchTree([root]), 1);
    expect(chosen.map(({ id, parent, repairs, first: role, why }) => [id, parent, repairs, role, why])).toEqual([
      ["r1b1", "root", 1, "planner", "recorded"],
      ["r1b2", "root", 0, "planner", "recorded"],
    ]);
  });

  it("takes the recorded parents, even if others are faster here", () => {
    const tree = new SearchTree([
      root,
      attempt("r1b1", "root", null),
      attempt("r1b1s1", "r1b1", 90),
      attempt("r1b2", "root", null),
      attempt("r1b3", "root", 5),
    ]);
    expect(follows(tree, 2).map(({ parent, secondParent, first: role }) => [parent, secondParent, role])).toEqual([
      ["r1b1s1", null, "planner"],
      ["r1b2", null, "repairer"],
    ]); // the crossover is left out: its parent is broken here
  });

  it("takes the replacement of the recorded parent, and skips branches without one", () => {
    const tree = new SearchTree([root, attempt("r1b1", "root", 90), attempt("r1b2", "root", 80)]);
    expect(follows(tree, 2).map(({ id, parent, secondParent }) => [id, parent, secondParent])).toEqual([
      ["r2b1", "r1b1", null], // no repair was needed here
      ["r2b3", "r1b1", "r1b2"],
    ]);
    expect(follows(new SearchTree([root]), 2)).toEqual([]);
  });

  it("goes on to the next recorded round with a possible branch, if nothing is in flight", () => {
    const later = [...first, recorded("r2b1", "r1b3"), recorded("r3b1", "r2b1"), recorded("r5b1", "r1b2"), recorded("r6b1", "r1b1")];
    const tree = new SearchTree([root, attempt("r1b1", "root", 90), attempt("r1b2", "root", 80)]);
    const chosen = follow(later, tree, [], policy, 2);
    expect(chosen.map(({ id, parent, round }) => [id, parent, round])).toEqual([["r5b1", "r1b2", 5]]);
    expect(follow(later, tree, chosen, policy, 2)).toEqual([]);
    expect(follow(later, tree, [], policy, 7)).toEqual([]);
  });

  it("never spends more than its budget", () => {
    const chosen = follows(new SearchTree([root]), 1, Policy.parse({ attempts: 2 }));
    expect(chosen.map(({ repairs }) => repairs)).toEqual([0, 0]);
    expect(follows(new SearchTree([root]), 1, Policy.parse({ attempts: 1 })).map(({ id }) => id)).toEqual(["r1b1"]);
  });
});
