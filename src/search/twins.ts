/** Attempts that turned out to be the same program as another one. */
import { type Attempt, compareIds } from "../domain/attempt.ts";
import type { Tree } from "../domain/tree.ts";

/**
 * The fresh attempts that are twins of an earlier one, closed as duplicates: of several made side by side the one with the
 * lowest id stays, whichever of them came first. The judge has judged them once (src/tools/judge.ts).
 */
export function twinsOf(tree: Tree, fresh: readonly Attempt[]): Attempt[] {
  return fresh.flatMap((one) => {
    if (one.normalized === null || one.status === "duplicate") return [];
    const isEarlier = (other: Attempt): boolean => !fresh.includes(other) || compareIds(other, one) < 0;
    const original = tree.twins(one.normalized).find((other) => other !== one && other.status !== "duplicate" && isEarlier(other));
    return original ? [closed(one, original)] : [];
  });
}

function closed(attempt: Attempt, original: Attempt): Attempt {
  return { ...attempt, status: "duplicate", problem: `the same program as ${original.id}`, time: null, speedup: null, diagnosis: null, verdict: null };
}
