/** The published rules of STARK (arXiv 2510.16996) and the other strategies, each on a scripted tree. */
import { describe, expect, it } from "@jest/globals";
import type { Attempt } from "../../../src/run/attempt.ts";
import { Policy, type StrategyName } from "../../../src/domain/settings.ts";
import { strategies } from "../../../src/search/selection/strategies.ts";
import { SearchTree } from "../../../src/run/tree.ts";
import type { Expansion } from "../../../src/search/selection/expansion.ts";
import { select } from "../../../src/search/selection/select.ts";
import { attempt } from "../../support/attempts.ts";

const root = attempt("root", null, 100);
const policy = (strategy: StrategyName, more: object = {}) => Policy.parse({ ...strategies[strategy].set, strategy, ...more });
const children = (parent: string, times: (number | null)[]): Attempt[] => times.map((us, index) => attempt(`${parent}${index + 1}`, parent, us));
/** Counts which attempt `strategy` expands next, over many seeds. */
const drawn = (tree: Attempt[], strategy: StrategyName, more: object = {}, seeds = 2000): Record<string, number> => {
  const counts: Record<string, number> = {};
  const grown = new SearchTree(tree);
  for (let seed = 0; seed < seeds; seed++)
    for (const one of select(grown, [], policy(strategy, more), seed, 2)) counts[one.parent] = (counts[one.parent] ?? 0) + 1;
  return counts;
};

describe("STARK", () => {
  it("has the published constants: 5, 3, 0.3, 2, 5 and a budget of 30", () => {
    const { rootThrottle, deadBranch, epsilon, leaders, windowCap, attempts, breadth, width, repairs, earlyStop } = policy("stark");
    expect({ rootThrottle, deadBranch, epsilon, leaders, windowCap, attempts }).toEqual({
      rootThrottle: 5,
      deadBranch: 3,
      epsilon: 0.3,
      leaders: 2,
      windowCap: 5,
      attempts: 30,
    });
    expect({ breadth, width, repairs, earlyStop }).toEqual({ breadth: 1, width: 1, repairs: 0, earlyStop: false });
  });

  it("expands one attempt per turn, with the planner if it passes and the debugger if it fails", () => {
    const [first, ...more] = select(new SearchTree([root]), [], policy("stark"), 0, 1);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ parent: "root", first: "planner", repairs: 0 });
    const broken = [root, attempt("c1", "root", null), ...children("c1", [null, null, null])];
    const debugged = select(new SearchTree([...broken, ...children("root", [null, null, null, null, null])]), [], policy("stark"), 1, 2)[0];
    expect(debugged?.first).toBe("repairer");
  });

  it("may choose the reference until it has five children, and never after", () => {
    const slow = [200, 200, 200, 200];
    expect(drawn([root, ...children("root", slow)], "stark", { epsilon: 0 })).toEqual({ root: 2000 });
    expect(drawn([root, ...children("root", [...slow, 200])], "stark")["root"]).toBeUndefined();
  });

  it("closes a branch at the fourth failing child, but not if one child passes", () => {
    const tree = (times: (number | null)[]) => [root, attempt("fast", "root", 20), attempt("mid", "root", 40), ...children("fast", times)];
    expect(drawn(tree([null, null, null]), "stark", { epsilon: 0 })).toEqual({ fast: 2000 });
    expect(drawn(tree([null, null, null, null]), "stark", { epsilon: 0 })).toEqual({ mid: 2000 });
    expect(drawn(tree([null, null, null, null, 90]), "stark", { epsilon: 0 })).toEqual({ fast: 2000 });
  });

  it("closes the reference too after four failing children", () => {
    expect(drawn([root, ...children("root", [null, null, null, null])], "stark")["root"]).toBeUndefined();
  });

  it("explores with probability 0.3, uniformly over all leaves, passing ones among them", () => {
    const tree = [root, attempt("fast", "root", 20), ...children("fast", [null, 60, 50])];
    const counts = drawn(tree, "stark", {}, 6000);
    expect(Object.keys(counts).toSorted()).toEqual(["fast", "fast1", "fast2", "fast3"]);
    expect(counts["fast"]! / 6000).toBeCloseTo(0.7, 1);
    for (const leaf of ["fast1", "fast2", "fast3"]) expect(Math.abs(counts[leaf]! / 6000 - 0.1)).toBeLessThan(0.02);
  });

  it("exploits the fastest open attempt, or the reference if nothing beats it", () => {
    expect(drawn([root, attempt("a", "root", 50), attempt("b", "root", 40)], "stark", { epsilon: 0 })).toEqual({ b: 2000 });
    expect(drawn([root, attempt("a", "root", 150)], "stark", { epsilon: 0 })).toEqual({ root: 2000 });
  });

  it("draws uniformly from all open attempts if every score is infinite", () => {
    const tree = [root, ...children("root", [null, null, null, null, null]), attempt("root1a", "root1", null)];
    const counts = drawn(tree, "stark", { epsilon: 0 }, 6000);
    expect(Object.keys(counts).toSorted()).toEqual(["root1", "root1a", "root2", "root3", "root4", "root5"]);
    for (const count of Object.values(counts)) expect(Math.abs(count / 6000 - 1 / 6)).toBeLessThan(0.02);
  });

  it("spends its 30 attempts and no more", () => {
    const tree = new SearchTree([root]);
    for (let round = 1; round <= 40; round++) for (const one of select(tree, [], policy("stark"), 3, round)) tree.put(attempt(one.id, one.parent, 50 + round));
    expect(tree.spent()).toBe(30);
  });

  it("chooses the same for the same seed", () => {
    const tree = new SearchTree([root, attempt("a", "root", 50), attempt("b", "root", null)]);
    for (let seed = 0; seed < 50; seed++) expect(select(tree, [], policy("stark"), seed, 4)).toEqual(select(tree, [], policy("stark"), seed, 4));
  });
});

describe("the paper's baselines and ablations", () => {
  const tree = new SearchTree([root, attempt("r1b1", "root", 50), attempt("r2b1", "r1b1", 20), attempt("r3b1", "root", null)]);
  const next = (strategy: StrategyName) => select(tree, [], policy(strategy), 0, 4);

  it("sampling asks one agent about the reference, every time", () => {
    expect(new Set(next("sampling").map((one) => `${one.parent} ${one.first} ${one.repairs}`))).toEqual(new Set(["root solo 0"]));
  });

  it("sampling begins eight kernels at once, or all of a smaller budget: none learns from another", () => {
    const begun = (strategy: StrategyName, attempts: number) => select(new SearchTree([root]), [], policy(strategy, { attempts }), 0, 1).length;
    expect([begun("sampling", 6), begun("sampling", 30)]).toEqual([6, 8]);
    expect(begun("best-of-n", 6)).toBe(3); // the rest may repair
  });

  it("reflexion asks one agent about the last attempt, broken or not", () => {
    expect(next("reflexion").map((one) => [one.parent, one.first])).toEqual([["r3b1", "solo"]]);
    expect(select(new SearchTree([root]), [], policy("reflexion"), 0, 1)[0]?.parent).toBe("root");
  });

  it("search-only is one agent on STARK's selection", () => {
    for (let seed = 0; seed < 20; seed++) {
      const [own] = select(tree, [], policy("search-only"), seed, 4);
      expect(own).toMatchObject({ parent: select(tree, [], policy("stark"), seed, 4)[0]!.parent, first: "solo" });
    }
  });

  it("agents-only has the planner start from the reference, every time", () => {
    expect(next("agents-only").map((one) => [one.parent, one.first])).toEqual([["root", "planner"]]);
  });
});

describe("best of N with repair", () => {
  /** The attempts of a whole search. A first kernel and its repairs fail `failures` times in a row, then pass. */
  const attemptsOf = (attempts: number, failures: number, strategy: StrategyName = "best-of-n"): readonly Attempt[] => {
    const tree = new SearchTree([root]);
    const depthOf = ({ parent }: { parent: string | null }): number => (parent === null || parent === "root" ? 0 : 1 + depthOf(tree.find(parent)));
    for (let round = 1; tree.spent() < attempts; round++)
      for (const one of select(tree, [], policy(strategy, { attempts }), 0, round)) {
        const put = (id: string, parent: string): boolean => {
          const passes = depthOf({ parent }) >= failures;
          tree.put(attempt(id, parent, passes ? 50 : null, { round }));
          return passes;
        };
        let [last, passes] = [one.id, put(one.id, one.parent)];
        for (let repair = 1; repair <= one.repairs && !passes; repair++) [last, passes] = [`${one.id}s${repair}`, put(`${one.id}s${repair}`, last)];
      }
    return tree.all().filter(({ id }) => id !== "root");
  };
  const firstsOf = (made: readonly Attempt[]) => made.filter(({ parent }) => parent === "root");
  const passed = (made: readonly Attempt[]) => made.filter(({ status }) => status === "ok");

  it("repairs failed kernels within every budget, and no kernel stays broken while the budget lasts", () => {
    for (let attempts = 2; attempts <= 30; attempts++) {
      const made = attemptsOf(attempts, 1);
      expect(made).toHaveLength(attempts);
      expect(passed(made).length).toBeGreaterThanOrEqual(Math.floor(attempts / 2));
      expect(firstsOf(made).length - passed(made).length).toBeLessThanOrEqual(1);
    }
  });

  it("repairs a kernel at most twice", () => {
    for (const attempts of [3, 6, 8, 12, 16, 20, 30]) {
      const made = attemptsOf(attempts, Infinity);
      expect(made).toHaveLength(attempts);
      expect(firstsOf(made).length).toBeGreaterThanOrEqual(Math.ceil(attempts / 3));
      for (const first of firstsOf(made)) {
        const repair = made.find(({ parent }) => parent === first.id);
        const again = made.find(({ parent }) => parent !== null && parent === repair?.id);
        expect(made.filter(({ parent }) => parent !== null && parent === again?.id)).toEqual([]);
      }
    }
  });

  it("makes the first kernels of sampling where none fails, and sampling never repairs", () => {
    expect(attemptsOf(6, 0).map(({ parent }) => parent)).toEqual(attemptsOf(6, 0, "sampling").map(({ parent }) => parent));
    expect(firstsOf(attemptsOf(12, 1, "sampling"))).toHaveLength(12);
  });
});

describe("greedy", () => {
  it("expands the fastest open attempt for every seed", () => {
    expect(drawn([root, attempt("a", "root", 50), attempt("b", "root", 40)], "greedy")).toEqual({ b: 2000 });
  });
});

describe("Monte-Carlo tree search", () => {
  it("widens the reference with its visits: one child, then two from the fourth visit", () => {
    expect(drawn([root], "mcts", { widening: 0.5 }, 1)).toEqual({ root: 1 });
    expect(drawn([root, attempt("a", "root", 50)], "mcts", { widening: 0.5 }, 1)).toEqual({ root: 1 });
    expect(drawn([root, ...children("root", [50, 90])], "mcts", { widening: 0.5 }, 1)).toEqual({ root1: 1 });
  });

  it("returns to a slow branch with few visits, sooner with a larger constant", () => {
    const tree = [root, attempt("a", "root", 10), attempt("b", "root", 20), ...children("a", [9, 9, 9, 9])];
    expect(drawn(tree, "mcts", { exploration: 0.01, widening: 0.25 }, 1)).not.toHaveProperty("b");
    expect(drawn(tree, "mcts", { exploration: 5, widening: 0.25 }, 1)).toEqual({ b: 1 });
  });

  it("skips a subtree without open attempts", () => {
    const hopeless = (id: string) => [attempt(id, "root", 10), ...children(id, [null, null, null, null]).map((one) => ({ ...one, verdict: null }))];
    expect(drawn([root, ...hopeless("a"), ...hopeless("b"), attempt("c", "root", 300)], "mcts", { widening: 0.1 }, 1)).toEqual({ c: 1 });
  });
});

describe("with branches in flight", () => {
  const inFlight = (id: string, parent: string, nth: number): Expansion => ({
    id,
    parent,
    childIndex: nth,
    round: 2,
    repairs: 1,
    first: "planner",
    beside: [],
    siblingIndex: 0,
    siblingCount: 1,
    secondParent: null,
    why: "best",
  });

  it("fills only free places, and counts branches in flight against the budget", () => {
    const tree = [root, attempt("a", "root", 50)];
    const flying = [inFlight("r2b1", "a", 0), inFlight("r3b1", "root", 1)];
    const slots = (attempts: number) => select(new SearchTree(tree), flying, policy("beam", { breadth: 4, attempts }), 0, 4);
    expect(slots(30)).toHaveLength(2);
    expect(slots(30)[0]?.beside).toEqual(["r2b1", "r3b1"]);
    expect(slots(5)).toEqual([]);
  });

  it("continues the numbers of a parent's children after those in flight", () => {
    const chosen = select(new SearchTree([root]), [inFlight("r1b1", "root", 0)], policy("beam", { breadth: 3, attempts: 30 }), 0, 2);
    expect(chosen.map((one) => one.childIndex)).toEqual([1, 2]);
  });
});
