/**
 * Chooses the next expansions: one pure, seeded function for every strategy. Strategies differ only in values of the
 * policy. uct.ts has UCT. finalists.ts chooses the attempt to publish.
 *
 * It follows STARK's rules (arXiv 2510.16996, section 4.2). The paper leaves some points open:
 * - A tie of failing attempts only (all score +infinity) is drawn uniformly from every open attempt.
 * - Dead-branch pruning holds for the reference as for any other attempt.
 * - An attempt that cannot be repaired (no reply, a duplicate) is never open, but counts as a failing child.
 */
import { type Attempt, isBroken, scoreOf } from "../../run/attempt.ts";
import type { Policy } from "../../domain/settings.ts";
import { draws } from "../../lib/random.ts";
import { ROOT, type SearchTree } from "../../run/tree.ts";
import { type Choice, type Expansion, roundSize, type View } from "./expansion.ts";
import { firstRoundSize, refine } from "./refine.ts";
import { uct } from "./uct.ts";
import { formatAttemptId } from "../../run/attempt-id.ts";

const choosers: Record<Policy["selection"], (view: View) => Choice | undefined> = {
  best,
  root: ({ tree }) => ({ parent: tree.find(ROOT), why: "root" }),
  mend,
  last: ({ tree }) => ({ parent: tree.backwards().find((one) => one.verdict !== null) ?? tree.find(ROOT), why: "last" }),
  uct,
  refine,
};

/**
 * Chooses the next expansions, beside those in flight. They and their repairs never exceed the budget. The first round leaves enough for a
 * second one, where later attempts learn from it. `round` is the number of this selection and labels its random draws.
 */
export function select(tree: SearchTree, inFlight: readonly Expansion[], policy: Policy, seed: number, round: number): Expansion[] {
  const reserved = inFlight.reduce((sum, one) => sum + 1 + one.repairs, 0);
  const left = policy.attempts - tree.spent() - reserved;
  if (left <= 0) return [];
  const { expansions, width } = roundSize(policy);
  const firsts = round === 1 && policy.firstRound > 0 ? firstRoundSize(policy) : null;
  const size = firsts ?? expansions;
  const reserve = round === 1 && policy.selection !== "root" ? Math.min(Math.floor(policy.attempts / 2), policy.attempts - (firsts ?? 0)) : 0;
  const slots = Math.min(size - inFlight.length, Math.max(1, left - reserve));
  const draw = draws(seed, `select ${round}`);
  const planned = new Map<string, number>();
  const plan = (id: string): void => void planned.set(id, (planned.get(id) ?? 0) + 1);
  for (const one of inFlight) plan(one.parent);
  const chosen: Choice[] = [];
  const isOpen = (one: Attempt): boolean => mayExpand(tree, one, policy) && !(one.id === ROOT && isThrottled(tree, policy, planned));
  for (let slot = 0; slot < slots; slot++) {
    const choice = choosers[policy.selection]({ tree, isOpen, policy, planned, slot: inFlight.length + slot, width, draw });
    if (!choice) break;
    plan(choice.parent.id);
    chosen.push(choice);
  }
  return asExpansions(tree, inFlight, chosen, policy, left - reserve, round);
}

/** Adapted epsilon-greedy selection over the width of the beam. A width of one is STARK's. */
function best({ tree, isOpen, policy, planned, slot, width, draw }: View): Choice | undefined {
  const explores = draw() < policy.epsilon;
  const pick = draw();
  const leaf = explores ? freeLeaf(tree, planned, pick) : undefined;
  if (leaf) return { parent: leaf, why: "explore" };
  const leaders = tree
    .ranked()
    .filter(isOpen)
    .take((slot % width) + 1);
  const parent = leaders.toArray().at(-1);
  if (parent) return { parent, why: parent.id === ROOT ? "root" : "best" };
  const open = tree.all().filter(isOpen);
  const tied = open[Math.floor(pick * open.length)];
  return tied && { parent: tied, why: "tie" };
}

/** A kernel that failed, while it may be repaired once more. Else the reference. */
function mend({ tree, policy, planned }: View): Choice {
  const broken = tree.leaves().find((one) => isBroken(one) && !planned.has(one.id) && failuresUpTo(tree, one) <= policy.repairs);
  return broken ? { parent: broken, why: "repair" } : { parent: tree.find(ROOT), why: "root" };
}

/** The number of failed attempts in a row that end with this one: a kernel and its repairs. 0 if it did not fail. */
function failuresUpTo(tree: SearchTree, attempt: Attempt): number {
  let failures = 0;
  for (let at = attempt; isBroken(at) && at.parent !== null; at = tree.find(at.parent)) failures++;
  return failures;
}

/** A random leaf without branches in flight. A leaf is always open. */
function freeLeaf(tree: SearchTree, planned: ReadonlyMap<string, number>, pick: number): Attempt | undefined {
  const leaves = planned.size === 0 ? tree.leaves() : tree.leaves().filter((one) => !planned.has(one.id));
  return leaves[Math.floor(pick * leaves.length)];
}

/** The open attempts: they pass or can be repaired, have no better tuned version, and are not the top of a dead branch. */
function mayExpand(tree: SearchTree, attempt: Attempt, { deadBranch }: Policy): boolean {
  if (scoreOf(attempt) === null && !isBroken(attempt)) return false;
  const children = tree.childrenOf(attempt.id);
  if (children.some((child) => child.role === "tuner" && child.status === "ok")) return false;
  return !(children.length > deadBranch && children.every((child) => child.status !== "ok"));
}

/** Root throttling. Planned expansions count. */
function isThrottled(tree: SearchTree, { selection, rootThrottle }: Policy, planned: ReadonlyMap<string, number>): boolean {
  return selection === "best" && tree.childrenOf(ROOT).length + (planned.get(ROOT) ?? 0) >= rootThrottle;
}

/** The choices as branches; `left` is the number of attempts that they and their repairs may spend. */
export function asExpansions(
  tree: SearchTree,
  inFlight: readonly Expansion[],
  chosen: readonly Choice[],
  policy: Policy,
  left: number,
  round: number,
): Expansion[] {
  const before = new Map<string, number>();
  for (const { parent } of inFlight) before.set(parent, (before.get(parent) ?? 0) + 1);
  const extra = Math.max(0, left - chosen.length);
  const atWork = Map.groupBy([...inFlight.map((one) => one.parent), ...chosen.map((one) => one.parent.id)], (id) => id);
  return chosen.map(({ parent, why }, index) => {
    const beside = before.get(parent.id) ?? 0;
    before.set(parent.id, beside + 1);
    const share = Math.floor(extra / chosen.length) + (index < extra % chosen.length ? 1 : 0);
    return {
      id: formatAttemptId({ round, branch: index + 1 }),
      parent: parent.id,
      childIndex: tree.childrenOf(parent.id).length + beside,
      round,
      repairs: Math.min(policy.selection === "mend" ? policy.repairs - failuresUpTo(tree, parent) : policy.repairs, share),
      first: isAlone(policy, parent) ? "solo" : isBroken(parent) ? "repairer" : "planner",
      beside: inFlight.map((one) => one.id),
      siblingIndex: beside,
      siblingCount: atWork.get(parent.id)?.length ?? 1,
      secondParent: null,
      why,
    };
  });
}

/** Whether one agent alone makes the children of an attempt: as the only one, for first kernels, or for direct changes of what passes. */
export function isAlone(policy: Policy, parent: Attempt): boolean {
  const isFirst = policy.firstRound > 0 && parent.id === ROOT;
  return policy.agents === "solo" || isFirst || (policy.change === "direct" && parent.id !== ROOT && !isBroken(parent));
}
