/**
 * Monte-Carlo tree search (Kocsis and Szepesvari 2006) with progressive widening (Coulom 2007). An attempt's reward is its
 * speedup over the best one's, nothing for what failed; a node's value is the mean over its subtree. What is in flight
 * counts as a visit without reward, so that parallel branches spread.
 */
import { type Attempt, scoreOf } from "../domain/attempt.ts";
import type { Choice, View } from "./expansion.ts";
import { childrenOf, find, leading, ROOT, type Tree } from "./tree.ts";

interface Node {
  visits: number;
  reward: number;
  /** whether anything in the subtree may be grown */
  open: boolean;
}

/** Descends from the reference to the first node that is open and may have one more child. */
export function uct({ tree, open, policy, planned }: View): Choice | undefined {
  const nodes = statistics(tree, planned, new Set(open.map((one) => one.id)));
  const isOpen = new Set(open);
  const bound = (parent: Node, child: Node): number => child.reward / child.visits + policy.exploration * Math.sqrt(Math.log(parent.visits) / child.visits);
  for (let at = find(tree, ROOT); ;) {
    const node = nodes.get(at.id)!;
    const below = childrenOf(tree, at.id).filter((child) => nodes.get(child.id)!.open);
    const children = childrenOf(tree, at.id).length + (planned.get(at.id) ?? 0);
    if (isOpen.has(at) && (below.length === 0 || children < Math.max(1, node.visits ** policy.widening)))
      return { parent: at, why: at.id === ROOT ? "root" : "uct" };
    const next = below.toSorted((a, b) => bound(node, nodes.get(b.id)!) - bound(node, nodes.get(a.id)!))[0];
    if (!next) return undefined;
    at = next;
  }
}

function statistics(tree: Tree, planned: ReadonlyMap<string, number>, open: ReadonlySet<string>): Map<string, Node> {
  const top = Math.max(1, scoreOf(leading(tree, 1)[0]!) ?? 1);
  const nodes = new Map<string, Node>();
  for (const one of tree) nodes.set(one.id, { visits: 1 + (planned.get(one.id) ?? 0), reward: (scoreOf(one) ?? 0) / top, open: open.has(one.id) });
  for (const one of bottomUp(tree)) {
    const node = nodes.get(one.id)!;
    const parent = nodes.get(one.parent ?? "");
    if (!parent) continue;
    parent.visits += node.visits;
    parent.reward += node.reward;
    parent.open ||= node.open;
  }
  return nodes;
}

/** Every attempt after all that grew from it. */
function bottomUp(tree: Tree): Attempt[] {
  const order: Attempt[] = [find(tree, ROOT)];
  for (let next = 0; next < order.length; next++) order.push(...childrenOf(tree, order[next]!.id));
  return order.toReversed();
}
