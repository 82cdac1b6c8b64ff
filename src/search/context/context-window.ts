/**
 * STARK's dynamic context windows: the attempts that an agent sees beside the selected one and the reference (arXiv 2510.16996,
 * section 4.4). They are rebuilt at each selection. A window over the cap is sampled by seed. A window over the token budget loses whole
 * entries. The cap excludes the selected attempt and the reference, which are always shown.
 */
import { CHARACTERS_PER_TOKEN } from "../../domain/budget.ts";
import { type Attempt, compareIds } from "../../run/attempt.ts";
import type { Policy, Role } from "../../domain/settings.ts";
import { draws, sample } from "../../lib/random.ts";
import { ROOT, type Tree } from "../../run/tree.ts";
import { distance, descendantsOf, siblingsOf } from "../selection/kinship.ts";

/**
 * The history for a role that works on `attempt`: planner = its children and the leaders outside its subtree;
 * coder = its children and its siblings' children; repairer = its siblings; single agent = nothing.
 * `lengthOf` is the length of an entry in characters.
 */
export function windowOf(
  role: Role,
  tree: Tree,
  attempt: Attempt,
  policy: Policy,
  draw: { seed: number; label: string },
  lengthOf: (attempt: Attempt) => number,
): readonly Attempt[] {
  const shown = members(role, tree, attempt, policy).filter((one) => one.id !== ROOT && one.source !== null);
  const sampled = sample(shown, policy.windowCap, draws(draw.seed, `window ${role} ${draw.label}`));
  return within(sampled, policy.historyTokens * CHARACTERS_PER_TOKEN, lengthOf, (one) => distance(tree, attempt, one));
}

function members(role: Role, tree: Tree, attempt: Attempt, policy: Policy): readonly Attempt[] {
  if (role === "solo") return [];
  if (role === "repairer") return siblingsOf(tree, attempt);
  const children = tree.childrenOf(attempt.id);
  if (role === "coder") return [...children, ...siblingsOf(tree, attempt).flatMap((one) => tree.childrenOf(one.id))];
  if (attempt.id === ROOT) return children;
  const grewFromIt = descendantsOf(tree, attempt);
  // The reference is on the leaderboard like any other attempt, so one that is slower shows only while it leads.
  const others = tree.ranked().filter((one) => !grewFromIt(one));
  return [...children, ...others.take(policy.leaders)];
}

/** The entries that fit, in order. The farthest are dropped first, and the oldest of equally far ones. */
function within(entries: readonly Attempt[], limit: number, lengthOf: (one: Attempt) => number, distanceTo: (one: Attempt) => number): readonly Attempt[] {
  const sized = entries.map((one) => ({ one, length: lengthOf(one) }));
  if (sized.reduce((sum, { length }) => sum + length, 0) <= limit) return entries;
  const nearest = sized.map((entry) => ({ ...entry, distance: distanceTo(entry.one) })).toSorted((a, b) => a.distance - b.distance || compareIds(b.one, a.one));
  const kept = new Set<Attempt>();
  let left = limit;
  for (const { one, length } of nearest) {
    left -= length;
    if (left < 0) break;
    kept.add(one);
  }
  return entries.filter((one) => kept.has(one));
}
