import { type Attempt, compareIds, scoreOf } from "../domain/attempt.ts";

export const ROOT = "root";

/** The tree is the list of its attempts; these functions read it and never change it. */
export type Tree = readonly Attempt[];

export function find(tree: Tree, id: string): Attempt {
  const attempt = tree.find((one) => one.id === id);
  if (!attempt) throw new Error(`no attempt ${id} in the tree`);
  return attempt;
}

export function childrenOf(tree: Tree, id: string): Attempt[] {
  return tree.filter((one) => one.parent === id);
}

export function siblingsOf(tree: Tree, attempt: Attempt): Attempt[] {
  return tree.filter((one) => one.parent === attempt.parent && one.id !== attempt.id && attempt.parent !== null);
}

/** The attempt and everything that grew from it. */
export function subtree(tree: Tree, id: string): Set<string> {
  const found = new Set([id]);
  for (let grew = true; grew;) {
    const before = found.size;
    for (const one of tree) if (one.parent !== null && found.has(one.parent)) found.add(one.id);
    grew = found.size > before;
  }
  return found;
}

/** Attempts that have a score, the reference among them, best first. Ties go to the earlier id. */
export function byScore(tree: Tree): Attempt[] {
  const score = (one: Attempt): number => scoreOf(one) ?? 0;
  return tree.filter((one) => scoreOf(one) !== null).toSorted((a, b) => score(b) - score(a) || compareIds(a, b));
}

/** Candidates that passed, best first. */
export function ranking(tree: Tree): Attempt[] {
  return byScore(tree).filter((one) => one.id !== ROOT);
}

/** A broken attempt that somebody could repair: it has a source, and a verdict that says what is wrong with it. */
export function isBroken(attempt: Attempt): boolean {
  return attempt.verdict !== null && attempt.status !== "ok";
}
