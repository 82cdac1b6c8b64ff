import { type Attempt, compareIds, scoreOf } from "../domain/attempt.ts";

export const ROOT = "root";

/** The tree is the list of its attempts, in the order of their ids; these functions read it and never change it. */
export type Tree = readonly Attempt[];

/** Children by parent, made once per tree, so that looking around stays cheap when the tree is large. */
const indices = new WeakMap<Tree, ReadonlyMap<string, Attempt[]>>();

function indexOf(tree: Tree): ReadonlyMap<string, Attempt[]> {
  const known = indices.get(tree);
  if (known) return known;
  const index = Map.groupBy(tree, (one) => one.parent ?? "");
  indices.set(tree, index);
  return index;
}

export function find(tree: Tree, id: string): Attempt {
  const attempt = tree.findLast((one) => one.id === id);
  if (!attempt) throw new Error(`no attempt ${id} in the tree`);
  return attempt;
}

export function childrenOf(tree: Tree, id: string): readonly Attempt[] {
  return indexOf(tree).get(id) ?? [];
}

export function siblingsOf(tree: Tree, attempt: Attempt): Attempt[] {
  return attempt.parent === null ? [] : childrenOf(tree, attempt.parent).filter((one) => one.id !== attempt.id);
}

/** The attempt and everything that grew from it. */
export function subtree(tree: Tree, id: string): Set<string> {
  const found = [id];
  for (let next = 0; next < found.length; next++) found.push(...childrenOf(tree, found[next]!).map((one) => one.id));
  return new Set(found);
}

/** Edges between two attempts of the tree. */
export function distance(tree: Tree, one: Attempt, two: Attempt): number {
  const above = lineage(tree, one);
  const other = lineage(tree, two);
  const meeting = above.findIndex((ancestor) => other.includes(ancestor));
  return meeting + other.indexOf(above[meeting]!);
}

/** The attempt and its ancestors, up to the reference. */
export function lineage(tree: Tree, attempt: Attempt): Attempt[] {
  const path = [attempt];
  for (let parent = attempt.parent; parent !== null; parent = path.at(-1)!.parent) path.push(find(tree, parent));
  return path;
}

const better = (a: Attempt, b: Attempt): number => (scoreOf(b) ?? 0) - (scoreOf(a) ?? 0) || compareIds(a, b);

/** Attempts that have a score, the reference among them, best first. Ties go to the earlier id. */
export function byScore(tree: Tree): Attempt[] {
  return tree.filter((one) => scoreOf(one) !== null).toSorted(better);
}

/** The first `count` of `byScore`, in one pass. */
export function leading(tree: Tree, count: number): Attempt[] {
  const best: Attempt[] = [];
  for (const one of tree) {
    if (scoreOf(one) === null || (best.length === count && (count === 0 || better(one, best.at(-1)!) > 0))) continue;
    const at = best.findIndex((other) => better(one, other) < 0);
    best.splice(at < 0 ? best.length : at, 0, one);
    if (best.length > count) best.pop();
  }
  return best;
}

/** The best candidate that passed. */
export function fastest(tree: Tree): Attempt | undefined {
  return leading(tree, 2).find((one) => one.id !== ROOT);
}

/** Candidates that passed, best first. */
export function ranking(tree: Tree): Attempt[] {
  return byScore(tree).filter((one) => one.id !== ROOT);
}

/** A broken attempt that somebody could repair: it has a source, and a verdict that says what is wrong with it. */
export function isBroken(attempt: Attempt): boolean {
  return attempt.verdict !== null && attempt.status !== "ok";
}
