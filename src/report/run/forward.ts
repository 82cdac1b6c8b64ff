/** What a verdict on a task with gradients says of forward alone. */
import type { OkVerdict } from "../../domain/verdict.ts";
import { duration, ratio } from "../format.ts";

/** "2.10 ms instead of 3.00 ms, 1.43x [1.40, 1.46]; every other time is of forward and backward". Null for a task that is judged forward alone. */
export function forwardText({ forward }: Pick<OkVerdict, "forward">): string | null {
  if (!forward) return null;
  return `${duration(forward.candidate.medianUs)} instead of ${duration(forward.baseline.medianUs)}, ${ratio(forward.speedup)}; every other time is of forward and backward`;
}
