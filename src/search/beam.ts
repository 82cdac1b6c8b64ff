/**
 * The default policy: a beam over the tree. Its width and branching follow from the one budget, attempts.
 * STARK's throttle, pruning and epsilon (arXiv 2510.16996) are kept as its diversity. Pure and seeded.
 */
import { type Attempt, compareIds, scoreOf } from "../domain/attempt.ts";
import type { Target } from "../domain/task.ts";
import type { Policy } from "../domain/settings.ts";
import type { Verdict } from "../domain/verdict.ts";
import { draws } from "./random.ts";
import { byScore, childrenOf, isBroken, ranking, ROOT, type Tree } from "./tree.ts";
import { z } from "zod";

/** One branch of a round: which attempt to grow, and how many repairs it may spend. */
export const Expansion = z.object({
  id: z.string(),
  parent: z.string(),
  nth: z.number().int().describe("how many children the parent had before this one"),
  round: z.number().int(),
  repairs: z.number().int(),
  why: z.enum(["root", "best", "explore"]),
});
export type Expansion = z.infer<typeof Expansion>;

/** Expansions per round and parents per round for a budget of attempts. Their square-root law keeps rounds and breadth even. */
export function shapeOf(attempts: number): { expansions: number; width: number } {
  const expansions = Math.min(8, Math.max(1, Math.ceil(Math.sqrt(attempts))));
  return { expansions, width: Math.max(1, Math.ceil(expansions / 2)) };
}

/** Attempts already spent: everything in the tree but the reference. */
export function spent(tree: Tree): number {
  return tree.length - 1;
}

/**
 * Chooses what to grow in a round. The expansions and the repairs they may spend never exceed the budget,
 * and the first round leaves enough for a second one.
 */
export function select(tree: Tree, policy: Policy, seed: number, round: number): Expansion[] {
  const left = policy.attempts - spent(tree);
  const { expansions, width } = shapeOf(policy.attempts);
  const reserve = round === 1 ? Math.floor(policy.attempts / 2) : 0;
  const places = Math.min(expansions, Math.max(1, left - reserve));
  if (left <= 0) return [];
  const draw = draws(seed, `select ${round}`);
  const planned = new Map<string, number>();
  const chosen: { parent: Attempt; why: Expansion["why"] }[] = [];
  for (let place = 0; place < places; place++) {
    const choice = choose(tree, policy, planned, place % width, draw);
    if (!choice) break;
    planned.set(choice.parent.id, (planned.get(choice.parent.id) ?? 0) + 1);
    chosen.push(choice);
  }
  return withRepairs(tree, chosen, policy, left - reserve, round);
}

function choose(
  tree: Tree,
  policy: Policy,
  planned: Map<string, number>,
  rank: number,
  draw: () => number,
): { parent: Attempt; why: Expansion["why"] } | undefined {
  const open = tree.filter((one) => isOpen(tree, one, policy, planned));
  const explores = draw() < policy.epsilon;
  const pick = draw();
  const leaves = open.filter((one) => one.id !== ROOT && childrenOf(tree, one.id).length === 0 && !planned.has(one.id));
  const leaf = leaves[Math.floor(pick * leaves.length)];
  if (explores && leaf) return { parent: leaf, why: "explore" };
  const beam = byScore(open);
  const parent = beam[Math.min(rank, beam.length - 1)];
  if (parent) return { parent, why: parent.id === ROOT ? "root" : "best" };
  return leaf && { parent: leaf, why: "explore" };
}

/** Whether an attempt may be grown: root throttling and dead-branch pruning, with this round's plans counted in. */
function isOpen(tree: Tree, attempt: Attempt, policy: Policy, planned: Map<string, number>): boolean {
  const children = childrenOf(tree, attempt.id);
  if (attempt.id === ROOT) return children.length + (planned.get(ROOT) ?? 0) < policy.rootThrottle;
  if (scoreOf(attempt) === null && !isBroken(attempt)) return false;
  return !(children.length > policy.deadBranch && children.every((child) => child.status !== "ok"));
}

function withRepairs(tree: Tree, chosen: { parent: Attempt; why: Expansion["why"] }[], policy: Policy, left: number, round: number): Expansion[] {
  const before = new Map<string, number>();
  const extra = Math.max(0, left - chosen.length);
  return chosen.map(({ parent, why }, index) => {
    const nth = before.get(parent.id) ?? childrenOf(tree, parent.id).length;
    before.set(parent.id, nth + 1);
    const share = Math.floor(extra / chosen.length) + (index < extra % chosen.length ? 1 : 0);
    return { id: `r${round}b${index + 1}`, parent: parent.id, nth, round, repairs: Math.min(policy.repairs, share), why };
  });
}

/**
 * Speedups closer than this factor are not told apart: it is what one kernel scatters by from process to process.
 * Measured: up to 3 % on an H200; 9 to 13 % over seven promotions of row_softmax kernels on a shared two-core CPU.
 */
const MARGIN: Record<Target, number> = { cuda: 1.03, cpu: 1.1 };

/**
 * The attempts worth measuring once more before one is published: the best, and the earliest of those not told apart
 * from it, `count` in all. Only such as beat the reference, and no twins. `expected` is what a replayed run published.
 */
export function finalists(tree: Tree, count: number, target: Target, expected: string | null = null): Attempt[] {
  const ranked = ranking(tree).filter((one) => (scoreOf(one) ?? 0) > 1);
  const [best, ...others] = ranked.filter((one) => ranked.find((twin) => twin.normalized === one.normalized) === one);
  if (!best) return [];
  const tied = others.filter((one) => (one.speedup?.high ?? 0) * MARGIN[target] >= (scoreOf(best) ?? 0)).toSorted(compareIds);
  const rest = others.filter((one) => !tied.includes(one));
  const again = others.filter((one) => one.normalized === expected);
  return [...new Set([best, ...again, ...tied, ...rest])].slice(0, count);
}

interface Finalist {
  id: string;
  normalized?: string | null;
  verdict: Verdict;
}

/**
 * The attempt to publish: among those whose whole interval lies above 1, the fastest; of several that are not told
 * apart from it, the one that is expected, else the earliest, so that noise does not decide. Null when nothing is
 * proven faster.
 */
export function winnerOf(measured: readonly Finalist[], target: Target, expected: string | null = null): string | null {
  const proven = measured.flatMap(({ id, normalized, verdict }) =>
    verdict.status === "ok" && verdict.speedup.low > 1 ? [{ id, normalized, speedup: verdict.speedup }] : [],
  );
  const fastest = Math.max(...proven.map((one) => one.speedup.median));
  const tied = proven.filter((one) => one.speedup.high * MARGIN[target] >= fastest).toSorted(compareIds);
  return (tied.find((one) => one.normalized === expected) ?? tied[0])?.id ?? null;
}
