/** Why a passing attempt's bottleneck is not known, where counters could have told it. */
import type { Diagnosis } from "../../domain/profile.ts";
import type { Verdict } from "../../domain/verdict.ts";

/** One sentence for an attempt whose search verdict was never read for counters, or an empty text. */
export function uncountedText(diagnosis: Diagnosis | null, verdict: Verdict | null): string {
  if (diagnosis?.bound !== "unknown" || verdict?.status !== "ok" || verdict.profile?.countable !== true) return "";
  return "No counters were read: the search reads them when it plans a change of the attempt, and evaluate reads them without --full.";
}
