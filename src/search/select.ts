/**
 * Chooses what the search grows next: one pure, seeded function for every strategy, whose differences are values of the
 * policy. What UCT says is in uct.ts; which attempt is published is in finalists.ts.
 *
 * STARK's rules (arXiv 2510.16996, section 4.2) and what the paper leaves open:
 * - A tie of failing attempts only (all score +infinity) is drawn uniformly from every open attempt.
 * - Dead-branch pruning holds for the reference as for any other attempt.
 * - What nobody can repair or improve (no reply, a duplicate) is never open, but counts as a failing child.
 */
import { type Attempt, scoreOf } from "../domain/attempt.ts";
import type { Policy } from "../domain/settings.ts";
import { type Choice, type Expansion, shapeOf, spent, type View } from "./expansion.ts";
import { draws } from "../domain/random.ts";
import { childrenOf, find, isBroken, leading, ROOT, type Tree } from "./tree.ts";
import { uct } from "./uct.ts";

const choosers: Record<Policy["selection"], (view: View) => Choice | undefined> = {
  best,
  root: ({ tree }) => ({ parent: find(tree, ROOT), why: "root" }),
  last: ({ tree }) => ({ parent: tree.findLast((one) => one.verdict !== null) ?? find(tree, ROOT), why: "last" }),
  uct,
};

/**
 * Chooses the next expansions, beside those in flight. They and the repairs they may spend never exceed the budget, and
 * the first round leaves enough for a second one. `round` is the number of this selection, the label of its draws.
 */
export function select(tree: Tree, inFlight: readonly Expansion[], policy: Policy, seed: number, round: number): Expansion[] {
  const reserved = inFlight.reduce((sum, one) => sum + 1 + one.repairs, 0);
  const left = policy.attempts - spent(tree) - reserved;
  if (left <= 0) return [];
  const reserve = round === 1 ? Math.floor(policy.attempts / 2) : 0;
  const places = Math.min(shapeOf(policy).expansions - inFlight.length, Math.max(1, left - reserve));
  const draw = draws(seed, `select ${round}`);
  const planned = new Map<string, number>();
  const plan = (id: string): void => void planned.set(id, (planned.get(id) ?? 0) + 1);
  for (const one of inFlight) plan(one.parent);
  const chosen: Choice[] = [];
  let open = openOnes(tree, policy);
  for (let place = 0; place < places; place++) {
    if (isThrottled(tree, policy, planned)) open = open.filter((one) => one.id !== ROOT);
    const choice = choosers[policy.selection]({ tree, open, policy, planned, place: inFlight.length + place, draw });
    if (!choice) break;
    plan(choice.parent.id);
    chosen.push(choice);
  }
  return asExpansions(tree, inFlight, chosen, policy, left - reserve, round);
}

/** Adapted epsilon-greedy over the width of the beam; a width of one is STARK's own. */
function best({ tree, open, policy, planned, place, draw }: View): Choice | undefined {
  const explores = draw() < policy.epsilon;
  const pick = draw();
  const leaves = explores ? open.filter((one) => one.id !== ROOT && childrenOf(tree, one.id).length === 0 && !planned.has(one.id)) : [];
  const leaf = leaves[Math.floor(pick * leaves.length)];
  if (leaf) return { parent: leaf, why: "explore" };
  const { width } = shapeOf(policy);
  const parent = leading(open, (place % width) + 1).at(-1);
  if (parent) return { parent, why: parent.id === ROOT ? "root" : "best" };
  const tied = open[Math.floor(pick * open.length)];
  return tied && { parent: tied, why: "tie" };
}

/** What may be grown: what passes or can be repaired, has no better setting of its constants, and is not the top of a dead branch. */
function openOnes(tree: Tree, { deadBranch }: Policy): Attempt[] {
  return tree.filter((attempt) => {
    if (scoreOf(attempt) === null && !isBroken(attempt)) return false;
    const children = childrenOf(tree, attempt.id);
    if (children.some((child) => child.role === "tuner" && child.status === "ok")) return false;
    return !(children.length > deadBranch && children.every((child) => child.status !== "ok"));
  });
}

/** Root throttling, with what is planned counted in. */
function isThrottled(tree: Tree, { selection, rootThrottle }: Policy, planned: ReadonlyMap<string, number>): boolean {
  return selection === "best" && childrenOf(tree, ROOT).length + (planned.get(ROOT) ?? 0) >= rootThrottle;
}

function asExpansions(tree: Tree, inFlight: readonly Expansion[], chosen: readonly Choice[], policy: Policy, left: number, round: number): Expansion[] {
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
      nth: childrenOf(tree, parent.id).length + beside,
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
