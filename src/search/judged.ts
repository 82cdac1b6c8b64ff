import type { Attempt } from "../domain/attempt.ts";
import { problemOf, type Verdict } from "../domain/verdict.ts";

/** What a verdict makes of an attempt: its status and problem, its time and speedup where it passed, and what judging took. */
export function judged(verdict: Verdict): Pick<Attempt, "status" | "problem" | "time" | "speedup" | "judgeSeconds"> {
  const judgeSeconds = Object.values(verdict.seconds).reduce((sum, one) => sum + one, 0);
  const measured = verdict.status === "ok" ? { time: verdict.candidate, speedup: verdict.speedup } : { time: null, speedup: null };
  return { status: verdict.status, problem: problemOf(verdict), judgeSeconds, ...measured };
}
