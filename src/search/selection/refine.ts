/**
 * The choice of the strategy `refine`: a first round of independent kernels of the reference, one call each, then changes of the best branches.
 * A branch is a first kernel and all that descends from it. A branch that no longer gains yields its budget. The roof is the same for all branches,
 * so a slower one cannot end faster than the fastest.
 */
import { type Attempt, isBroken, scoreOf } from "../../run/attempt.ts";
import type { Policy } from "../../domain/settings.ts";
import { ROOT, type SearchTree } from "../../run/tree.ts";
import { type Choice, roundSize, type View } from "./expansion.ts";

/** An attempt is given up after this many children without a gain of 1 %. */
const PATIENCE = 3;
const GAIN = 1.01;
/** Branches slower than this fraction of the best are not expanded. */
const IN_REACH = 0.6;

/**
 * The share of first kernels in a small budget. A change costs as much as two of them. One or two changes gain most. First kernels are the best
 * use of all other tokens. The evidence is four tasks on an H200 (docs/results/search.md, "How many first kernels").
 */
const FIRST_SHARE = 2 / 3;

/** The number of independent first kernels: at most two thirds of the attempts, rounded. The rest refines them. Without whole kernels, one round of plans makes them. */
export function firstRoundSize(policy: Policy): number {
  const size = policy.firstRound > 0 ? policy.firstRound : roundSize(policy).expansions;
  return Math.min(size, Math.max(1, Math.round(policy.attempts * FIRST_SHARE)));
}

/** The next expansion: a first kernel while the first round lacks one, else the best attempt of a leading branch, else a new first kernel. */
export function refine({ tree, isOpen, policy, planned, slot, width }: View): Choice | undefined {
  const root = tree.find(ROOT);
  const begun = tree.childrenOf(ROOT).length + (planned.get(ROOT) ?? 0);
  const first = firstRoundSize(policy);
  if (begun < first) return { parent: root, why: "root" };
  const leaders = leadersOf(tree, isOpen, planned).slice(0, width);
  const broken = leaders.length < width ? brokenOf(tree, isOpen, planned, leaders) : [];
  const candidates = [...leaders, ...broken.slice(0, width - leaders.length)];
  const parent = candidates[slot % candidates.length];
  if (parent) return { parent, why: isBroken(parent) ? "tie" : "best" };
  return begun < 2 * first ? { parent: root, why: "explore" } : undefined;
}

/** The best attempt of each branch that can still gain, the fastest first. */
function leadersOf(tree: SearchTree, isOpen: View["isOpen"], planned: View["planned"]): Attempt[] {
  const passing = [...tree.ranked()].filter((one) => one.id !== ROOT);
  const best = scoreOf(passing[0] ?? tree.find(ROOT)) ?? 1;
  const seen = new Set<string>();
  return passing.filter((one) => {
    const branch = branchTop(tree, one);
    const isFirst = !seen.has(branch);
    seen.add(branch);
    return isFirst && isOpen(one) && scoreOf(one)! >= best * IN_REACH && !isSpent(tree, one, planned);
  });
}

/** Whether an attempt had several changes without a gain. */
function isSpent(tree: SearchTree, attempt: Attempt, planned: View["planned"]): boolean {
  const children = tree.childrenOf(attempt.id);
  const gained = children.some((child) => (scoreOf(child) ?? 0) >= scoreOf(attempt)! * GAIN);
  return !gained && children.length >= PATIENCE && !planned.has(attempt.id);
}

/** Broken first kernels of branches without a passing attempt. They are repaired while there are too few leading branches. */
function brokenOf(tree: SearchTree, isOpen: View["isOpen"], planned: View["planned"], leaders: readonly Attempt[]): Attempt[] {
  const led = new Set(leaders.map((one) => branchTop(tree, one)));
  return tree.leaves().filter((one) => isBroken(one) && isOpen(one) && !planned.has(one.id) && !led.has(branchTop(tree, one)));
}

function branchTop(tree: SearchTree, attempt: Attempt): string {
  let at = attempt;
  while (at.parent !== null && at.parent !== ROOT) at = tree.find(at.parent);
  return at.id;
}
