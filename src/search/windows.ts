/**
 * What each agent sees besides the selected attempt and the reference: STARK's dynamic context windows
 * (arXiv 2510.16996, section 4.3). A window over the cap is sampled, seeded, never cut.
 */
import type { Attempt } from "../domain/attempt.ts";
import type { Policy, Role } from "../domain/settings.ts";
import { draws, sample } from "./random.ts";
import { childrenOf, ranking, ROOT, siblingsOf, subtree, type Tree } from "./tree.ts";

/**
 * The history for a role working on `attempt`: planner = its children and the leaders outside its subtree;
 * coder = its children and its siblings' children; repairer = its siblings.
 */
export function windowOf(role: Role, tree: Tree, attempt: Attempt, policy: Policy, seed: number, label: string): Attempt[] {
  const seen = new Map<string, Attempt>();
  for (const one of members(role, tree, attempt, policy)) if (one.id !== attempt.id && one.id !== ROOT && one.source !== null) seen.set(one.id, one);
  return sample([...seen.values()], policy.windowCap, draws(seed, `window ${role} ${label}`));
}

function members(role: Role, tree: Tree, attempt: Attempt, policy: Policy): Attempt[] {
  if (role === "repairer") return siblingsOf(tree, attempt);
  const children = childrenOf(tree, attempt.id);
  if (role === "coder") return [...children, ...siblingsOf(tree, attempt).flatMap((one) => childrenOf(tree, one.id))];
  const own = subtree(tree, attempt.id);
  return [
    ...children,
    ...ranking(tree)
      .filter((one) => !own.has(one.id))
      .slice(0, policy.leaders),
  ];
}
