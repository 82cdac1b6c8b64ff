/**
 * Chooses what the search grows next: one pure, seeded function for every strategy, whose differences are values of the
 * policy. What UCT says is in uct.ts; which attempt is published is in finalists.ts.
 *
 * STARK's rules (arXiv 2510.16996, section 4.2) and what the paper leaves open:
 * - A tie of failing attempts only (all score +infinity) is drawn uniformly from every open attempt.
 * - Dead-branch pruning holds for the reference as for any other attempt.
 * - What nobody can repair or improve (no reply, a duplicate) is never open, but counts as a failing child.
 */
import { type Attempt, isBroken, scoreOf } from "../domain/attempt.ts";
import type { Policy } from "../domain/settings.ts";
import { draws } from "../domain/random.ts";
import { ROOT, type SearchTree } from "../domain/tree.ts";
import { type Choice, type Expansion, shapeOf, type View } from "./expansion.ts";
import { uct } from "./uct.ts";

const choosers: Record<Policy["selection"], (view: View) => Choice | undefined> = {
  best,
  root: ({ tree }) => ({ parent: tree.find(ROOT), why: "root" }),
  last: ({ tree }) => ({ parent: tree.backwards().find((one) => one.verdict !== null) ?? tree.find(ROOT), why: "last" }),
  uct,
};

/**
 * Chooses the next expansions, beside those in flight. They and the repairs they may spend never exceed the budget, and
 * the first round leaves enough for a second one. `round` is the number of this selection, the label of its draws.
 */
export function select(tree: SearchTree, inFlight: readonly Expansion[], policy: Policy, seed: number, round: number): Expansion[] {
  const reserved = inFlight.reduce((sum, one) => sum + 1 + one.repairs, 0);
  const left = policy.attempts - tree.spent() - reserved;
  if (left <= 0) return [];
  const reserve = round === 1 ? Math.floor(policy.attempts / 2) : 0;
  const places = Math.min(shapeOf(policy).expansions - inFlight.length, Math.max(1, left - reserve));
  const draw = draws(seed, `select ${round}`);
  const planned = new Map<string, number>();
  const plan = (id: string): void => void planned.set(id, (planned.get(id) ?? 0) + 1);
  for (const one of inFlight) plan(one.parent);
  const chosen: Choice[] = [];
  const isOpen = (one: Attempt): boolean => mayGrow(tree, one, policy) && !(one.id === ROOT && isThrottled(tree, policy, planned));
  for (let place = 0; place < places; place++) {
    const choice = choosers[policy.selection]({ tree, isOpen, policy, planned, place: inFlight.length + place, draw });
    if (!choice) break;
    plan(choice.parent.id);
    chosen.push(choice);
  }
  return asExpansions(tree, inFlight, chosen, policy, left - reserve, round);
}

/** Adapted epsilon-greedy over the width of the beam; a width of one is STARK's own. */
function best({ tree, isOpen, policy, planned, place, draw }: View): Choice | undefined {
  const explores = draw() < policy.epsilon;
  const pick = draw();
  const leaf = explores ? freeLeaf(tree, planned, pick) : undefined;
  if (leaf) return { parent: leaf, why: "explore" };
  const { width } = shapeOf(policy);
  const leaders = tree
    .ranked()
    .filter(isOpen)
    .take((place % width) + 1);
  const parent = leaders.toArray().at(-1);
  if (parent) return { parent, why: parent.id === ROOT ? "root" : "best" };
  const open = tree.all().filter(isOpen);
  const tied = open[Math.floor(pick * open.length)];
  return tied && { parent: tied, why: "tie" };
}

/** One of the leaves that nothing grows from yet; a leaf is always open. */
function freeLeaf(tree: SearchTree, planned: ReadonlyMap<string, number>, pick: number): Attempt | undefined {
  const leaves = planned.size === 0 ? tree.leaves() : tree.leaves().filter((one) => !planned.has(one.id));
  return leaves[Math.floor(pick * leaves.length)];
}

/** What may be grown: what passes or can be repaired, has no better setting of its constants, and is not the top of a dead branch. */
function mayGrow(tree: SearchTree, attempt: Attempt, { deadBranch }: Policy): boolean {
  if (scoreOf(attempt) === null && !isBroken(attempt)) return false;
  const children = tree.childrenOf(attempt.id);
  if (children.some((child) => child.role === "tuner" && child.status === "ok")) return false;
  return !(children.length > deadBranch && children.every((child) => child.status !== "ok"));
}

/** Root throttling, with what is planned counted in. */
function isThrottled(tree: SearchTree, { selection, rootThrottle }: Policy, planned: ReadonlyMap<string, number>): boolean {
  return selection === "best" && tree.childrenOf(ROOT).length + (planned.get(ROOT) ?? 0) >= rootThrottle;
}

function asExpansions(tree: SearchTree, inFlight: readonly Expansion[], chosen: readonly Choice[], policy: Policy, left: number, round: number): Expansion[] {
  const before = new Map<string, number>();
  for (const { parent } of inFlight) before.set(parent, (before.get(parent) ?? 0) + 1);
  const extra = Math.max(0, left - chosen.length);
  const atWork = Map.groupBy([...inFlight.map((one) => one.parent), ...chosen.map((one) => one.parent.id)], (id) => id);
  return chosen.map(({ parent, why }, index) => {
    const beside = before.get(parent.id) ?? 0;
    before.set(parent.id, beside + 1);
    const share = Math.floor(extra / chosen.length) + (index < extra % chosen.length ? 1 : 0);
    return {
      id: `r${round}b${index + 1}`,
      parent: parent.id,
      nth: tree.childrenOf(parent.id).length + beside,
      round,
      repairs: Math.min(policy.repairs, share),
      first: policy.agents === "solo" ? "solo" : isBroken(parent) ? "repairer" : "planner",
      beside: inFlight.map((one) => one.id),
      place: beside,
      of: atWork.get(parent.id)?.length ?? 1,
      donor: null,
      why,
    };
  });
}
