/** Which attempts are measured again when the search has ended, and which of them is published. */
import { type Attempt, compareIds, scoreOf } from "../domain/attempt.ts";
import type { Target } from "../domain/task.ts";
import type { Tree } from "../domain/tree.ts";
import type { Verdict } from "../domain/verdict.ts";
import { ranking } from "./tree.ts";

/**
 * Speedups closer than this factor are not told apart: it is what one kernel scatters by from process to process.
 * Measured: up to 3 % on an H200 within a session (7 % between two); 9 to 13 % over seven promotions of row_softmax kernels on a shared two-core CPU.
 */
const MARGIN: Record<Target, number> = { cuda: 1.03, cpu: 1.1 };

/** How many of the fastest attempts are measured again; the best of many noisy times is biased. */
export const FINALISTS = 3;

/**
 * The attempts worth measuring once more before one is published: the best, and the earliest of those not told apart
 * from it, `count` in all. Only such as beat the reference, and no twins. `expected` is what a replayed run published.
 */
export function finalists(tree: Tree, count: number, target: Target, expected: string | null = null): Attempt[] {
  const programs = new Set<string | null>();
  const faster = ranking(tree).filter((one) => (scoreOf(one) ?? 0) > 1 && !programs.has(one.normalized) && programs.add(one.normalized));
  const [best, ...others] = faster;
  if (!best) return [];
  const tied = others.filter((one) => (one.speedup?.high ?? 0) * MARGIN[target] >= (scoreOf(best) ?? 0)).toSorted(compareIds);
  const again = others.filter((one) => one.normalized === expected);
  return [...new Set([best, ...again, ...tied, ...others])].slice(0, count);
}

interface Finalist {
  id: string;
  normalized?: string | null;
  verdict: Verdict;
}

/**
 * The attempt to publish: among those whose whole interval lies above 1, the fastest; of several that are not told
 * apart from it, the one that is expected, else the earliest, so that noise does not decide. Null when nothing is
 * proven faster.
 */
export function winnerOf(measured: readonly Finalist[], target: Target, expected: string | null = null): string | null {
  const proven = measured.flatMap(({ id, normalized, verdict }) =>
    verdict.status === "ok" && verdict.speedup.low > 1 ? [{ id, normalized, speedup: verdict.speedup }] : [],
  );
  const fastest = Math.max(...proven.map((one) => one.speedup.median));
  const tied = proven.filter((one) => one.speedup.high * MARGIN[target] >= fastest).toSorted(compareIds);
  return (tied.find((one) => one.normalized === expected) ?? tied[0])?.id ?? null;
}
