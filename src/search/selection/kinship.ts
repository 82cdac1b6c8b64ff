/** Relations of attempts (ancestors, distance), and the best ones. The tree itself is in src/run/tree.ts. */
import { type Attempt, compareIds } from "../../run/attempt.ts";
import { ROOT, type Tree } from "../../run/tree.ts";

export function siblingsOf(tree: Tree, attempt: Attempt): Attempt[] {
  return attempt.parent === null ? [] : tree.childrenOf(attempt.parent).filter((one) => one.id !== attempt.id);
}

/** A test for `top` and its descendants. It caches its answers, so make a new one when the tree has changed. */
export function descendantsOf(tree: Tree, top: Attempt): (attempt: Attempt) => boolean {
  const known = new Map([[top.id, true]]);
  return (attempt) => {
    const way: string[] = [];
    let at = attempt;
    // A parent is never of a later round than its child.
    for (; !known.has(at.id) && at.parent !== null && at.round >= top.round; at = tree.find(at.parent)) way.push(at.id);
    const is = known.get(at.id) ?? false;
    for (const id of way) known.set(id, is);
    return is;
  };
}

/** Edges between two attempts of the tree. */
export function distance(tree: Tree, one: Attempt, other: Attempt): number {
  let edges = 0;
  for (let [low, high] = [one, other]; low.id !== high.id; edges++) {
    if (low.parent === null || (high.parent !== null && compareIds(low, high) < 0)) [low, high] = [high, low]; // the later of the two is not above the other
    low = tree.find(low.parent!);
  }
  return edges;
}

/** The attempt and its ancestors, up to the reference. */
export function lineage(tree: Tree, attempt: Attempt): Attempt[] {
  const path = [attempt];
  for (let parent = attempt.parent; parent !== null; parent = path.at(-1)!.parent) path.push(tree.find(parent));
  return path;
}

/** Candidates that passed, best first. */
export function ranking(tree: Tree): IteratorObject<Attempt, undefined> {
  return tree.ranked().filter((one) => one.id !== ROOT);
}

/** The best candidate that passed. */
export function fastest(tree: Tree): Attempt | undefined {
  return ranking(tree).next().value;
}
