/**
 * Monte-Carlo tree search (Kocsis and Szepesvari 2006) with progressive widening (Coulom 2007). An attempt's reward is its
 * speedup divided by the best one's, and 0 for a failure. A node's value is the mean over its subtree. A branch in flight
 * counts as a visit without reward, which spreads parallel branches.
 */
import { type Attempt, scoreOf } from "../../run/attempt.ts";
import { ROOT } from "../../run/tree.ts";
import type { Choice, View } from "./expansion.ts";
import { lineage } from "./kinship.ts";

interface TreeNode {
  readonly visits: number;
  readonly reward: number;
}

/** Descends from the reference to the first node that is open and may have one more child. */
export function uct(view: View): Choice | undefined {
  const { tree, isOpen, policy, planned } = view;
  const nodeOf = statistics(view);
  const bound = (parent: TreeNode, child: TreeNode): number =>
    child.reward / child.visits + policy.exploration * Math.sqrt(Math.log(parent.visits) / child.visits);
  for (let at = tree.find(ROOT); ;) {
    const node = nodeOf(at);
    const below = tree.childrenOf(at.id).filter((child) => holdsOpen(view, child));
    const children = tree.childrenOf(at.id).length + (planned.get(at.id) ?? 0);
    if (isOpen(at) && (below.length === 0 || children < Math.max(1, node.visits ** policy.widening)))
      return { parent: at, why: at.id === ROOT ? "root" : "uct" };
    const next = below.toSorted((a, b) => bound(node, nodeOf(b)) - bound(node, nodeOf(a)))[0];
    if (!next) return undefined;
    at = next;
  }
}

/** Visits and rewards of subtrees, including planned expansions. */
function statistics({ tree, planned }: View): (attempt: Attempt) => TreeNode {
  const top = Math.max(1, scoreOf(tree.ranked().next().value!) ?? 1);
  const flights = new Map<string, number>();
  for (const [id, count] of planned) for (const one of lineage(tree, tree.find(id))) flights.set(one.id, (flights.get(one.id) ?? 0) + count);
  return ({ id }) => {
    const { attempts, score } = tree.sumsOf(id);
    return { visits: attempts + (flights.get(id) ?? 0), reward: score / top };
  };
}

/** Whether a subtree has an open attempt. Closed attempts have few descendants, so this visits few. */
function holdsOpen({ tree, isOpen }: View, top: Attempt): boolean {
  const left = [top];
  for (let one = left.pop(); one; one = left.pop()) {
    if (isOpen(one)) return true;
    left.push(...tree.childrenOf(one.id));
  }
  return false;
}
