/** KernelBench's own verdict on a candidate as text. docs/judge.md explains it. */
import type { KernelBench } from "../../domain/verdict.ts";
import { digits, times } from "../format.ts";

/** "accepts it (5 of 5 trials), 1.23x by its own clock (0.553 ms against 0.680 ms)" */
export function kernelBenchSays(column: KernelBench): string {
  const trials = `${column.passed} of ${column.trials} trials`;
  if (!column.correct) {
    const why = column.note || (column.maxDifference !== null && `largest difference ${column.maxDifference.toExponential(1)}`);
    return `rejects it (${[trials, why].filter(Boolean).join("; ")})`;
  }
  if (column.speedup === null || column.meanMs === null || column.eagerMeanMs === null) return `accepts it (${trials}), without times`;
  const flagged = column.flagged ? ", flagged as above 10" : "";
  return `accepts it (${trials}), ${times(column.speedup)} by its own clock (${digits(column.meanMs)} ms against ${digits(column.eagerMeanMs)} ms${flagged})`;
}
