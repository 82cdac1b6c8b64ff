/** Chooses the attempts that are measured again after the search, and the one that is published. */
import { type Attempt, scoreOf } from "../../run/attempt.ts";
import { type RunBaseline, steadySpeedup } from "../../domain/measure.ts";
import type { Target } from "../../domain/task.ts";
import type { Tree } from "../../run/tree.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { slowShapes, SLOWEST_SHAPE } from "../../domain/workload.ts";
import { ranking } from "./kinship.ts";

/**
 * A shape's speedup may be off by this factor: one kernel varies by it from process to process.
 * Measured: up to 3 % on an H200 within a session (7 % between two); 9 to 13 % over seven promotions of row_softmax kernels on a shared two-core CPU.
 */
const MARGIN: Record<Target, number> = { cuda: 1.03, cpu: 1.1 };

/**
 * The attempts to measure again before one is published, the fastest first. All of them beat the reference, and duplicates are excluded. Those
 * with a shape that is surely too slow come last. `expected`, the winner of a replayed run, is the second one if it passed.
 */
export function finalists(tree: Tree, target: Target, expected: string | null = null): Attempt[] {
  const programs = new Set<string | null>();
  const faster = ranking(tree).filter((one) => (scoreOf(one) ?? 0) > 1 && !programs.has(one.normalized) && programs.add(one.normalized));
  const [best, ...others] = [...faster].toSorted((one, other) => Number(isSlow(one, target)) - Number(isSlow(other, target)));
  if (!best) return [];
  const again = others.filter((one) => one.normalized === expected);
  return [...new Set([best, ...again, ...others])];
}

/** Whether a shape of the attempt is too slow to be published, beyond what varies from process to process. */
export const isSlow = ({ slowest }: Attempt, target: Target): boolean => slowest !== undefined && slowest.speedup.median * MARGIN[target] < SLOWEST_SHAPE;

interface Finalist {
  id: string;
  normalized?: string | null;
  verdict: Verdict;
}

/**
 * The attempt to publish: the fastest of those whose whole interval lies above 1, and that are slow on no shape. The expected one wins if its
 * interval reaches the fastest. An earlier attempt has no such right: it would win wherever intervals are wide, and nothing that a search
 * gains later would count. Null if nothing is proven faster. `known` makes speedups of different minutes comparable.
 */
export function winnerOf(measured: readonly Finalist[], known: RunBaseline, expected: string | null = null): string | null {
  const proven = measured.flatMap(({ id, normalized, verdict }) =>
    verdict.status === "ok" && verdict.speedup.low > 1 && slowShapes(verdict).length === 0 ? [{ id, normalized, speedup: steadySpeedup(verdict, known) }] : [],
  );
  const [fastest] = proven.toSorted((one, other) => other.speedup.median - one.speedup.median);
  const again = proven.find(({ normalized, speedup }) => normalized === expected && speedup.high >= fastest!.speedup.median);
  return (again ?? fastest)?.id ?? null;
}
