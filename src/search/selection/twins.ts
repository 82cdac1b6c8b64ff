/** Duplicates: attempts with the same program as another one. */
import { type Attempt, compareIds } from "../../run/attempt.ts";
import type { Tree } from "../../run/tree.ts";

/** A fresh attempt, and the earlier one with the same program. */
export interface Twin {
  readonly attempt: string;
  readonly of: string;
}

/**
 * The fresh attempts that are the same program as an earlier one. Of several made side by side the lowest id stays, whichever came first.
 * The judge has judged them once (src/tools/judge/client.ts).
 */
export function twinsOf(tree: Tree, fresh: readonly Attempt[]): Twin[] {
  return fresh.flatMap((one) => {
    if (one.normalized === null || one.status === "duplicate") return [];
    const isEarlier = (other: Attempt): boolean => !fresh.includes(other) || compareIds(other, one) < 0;
    const original = tree.twins(one.normalized).find((other) => other !== one && other.status !== "duplicate" && isEarlier(other));
    return original ? [{ attempt: one.id, of: original.id }] : [];
  });
}
