/** Advice for a run without a win: the reasons, and the next commands to try, as text. The callers do the layout. */
import { isCounted } from "../../run/attempt.ts";
import type { RunRecord } from "../../run/events.ts";
import { kernelwright } from "../../lib/shell.ts";
import { percent, plural, ratio, sentence, times } from "../format.ts";
import { words } from "./notes.ts";
import { countsOf, nearness, type Outcome } from "./outcome.ts";

export interface Advice {
  /** the reasons for the missing win, the most important first */
  readonly reasons: readonly string[];
  /** the next steps, with a command if there is one */
  readonly tries: readonly { readonly what: string; readonly command?: string }[];
}

/** Above this fraction of the speed of light, the task itself leaves too little to gain. */
const NEAR = 0.7;

/** The advice for a run that ended without a win. Null for a winning or active run. `folder` is the run's, as the user wrote it. */
export function adviceOf(record: RunRecord, outcome: Outcome, folder: string): Advice | null {
  if (record.finished ? record.finished.best !== null : record.stopped === null) return null;
  return { reasons: reasonsOf(record, outcome), tries: triesOf(record, outcome, folder) };
}

function reasonsOf(record: RunRecord, outcome: Outcome): string[] {
  const { attempts, promotions, stopped } = record;
  const made = attempts.filter(isCounted);
  const failed = countsOf(made).filter(([status]) => status !== "ok");
  const passed = made.filter((one) => one.speedup).toSorted((a, b) => b.speedup!.median - a.speedup!.median);
  const count = failed.reduce((sum, [, n]) => sum + n, 0);
  const reasons = [];
  if (stopped?.reason === "rejected" || stopped?.reason === "degenerate") reasons.push(`The judge did not take the task: ${stopped.detail}.`);
  else if (made.length === 0) reasons.push("No attempt was made.");
  if (count > 0) reasons.push(`${count} of ${plural(made.length, "attempt")} failed: ${failed.map(([status, n]) => `${n} ${words(status)}`).join(", ")}.`);
  if (passed[0])
    reasons.push(`${plural(passed.length, "attempt")} passed every check. In the search the fastest was ${passed[0].id} with ${ratio(passed[0].speedup!)}.`);
  if (promotions.length > 0)
    reasons.push(
      `No fresh process confirmed a win: ${promotions.map(({ attempt, verdict }) => `${attempt} ${verdict.status === "ok" ? ratio(verdict.speedup) : words(verdict.status)}`).join("; ")}.`,
    );
  const near = eagerNearness(record, outcome);
  if (near !== null && near >= NEAR)
    reasons.push(`${sentence(outcome.eagerName)} already reaches ${percent(near)} of the speed of light${mostLeft(record, outcome)}.`);
  return reasons;
}

function triesOf(record: RunRecord, outcome: Outcome, folder: string): Advice["tries"] {
  const { stopped, started, promotions, attempts } = record;
  if (stopped?.reason === "rejected" || stopped?.reason === "degenerate") return [{ what: "Correct the task as the judge says, then start a new run." }];
  if (!record.finished) return [{ what: "Go on with the run.", command: kernelwright("resume", folder) }];
  const near = eagerNearness(record, outcome);
  const made = attempts.filter(isCounted);
  const silent = made.filter((one) => one.status === "no_reply").length;
  const more = String(Math.max(8, made.length));
  const tries: { what: string; command?: string }[] = [];
  if (near !== null && near >= NEAR) tries.push({ what: "Choose a larger part of your model as the task: this one has little to gain." });
  if (promotions.some(({ verdict }) => verdict.status === "ok" && verdict.speedup.high > 1))
    tries.push({ what: "Repeat it on an idle machine: a difference within the noise cannot be proven.", command: started.command });
  if (2 * silent > made.length) tries.push({ what: "Try another model: more than half of the attempts got no usable reply." });
  tries.push(
    started.mode === "replay"
      ? { what: "Search with a live model: recorded replies cannot be added to. Set OPENAI_API_KEY, or OPENAI_BASE_URL for another server." }
      : { what: "Go on with more attempts and a hint of your own.", command: kernelwright("fork", folder, "--attempts", more, "--hint", "what to try") },
  );
  return tries;
}

/** The most that a kernel can gain over eager, by the bytes that every correct kernel must move. Empty if the judge has not shown them. */
function mostLeft({ baselines }: RunRecord, { eager }: Outcome): string {
  return eager && baselines?.neededUs ? `: at most ${times(eager.medianUs / baselines.neededUs)} is left` : "";
}

/** Eager's fraction of speed of light. Null if it is unknown. */
const eagerNearness = ({ baselines }: RunRecord, { eager }: Outcome): number | null => nearness(eager, baselines).solFraction;
