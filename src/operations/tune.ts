/** Tries the values in a candidate's tuning comments, without a model. */
import type { SourceFile } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import { Policy, rulesOf } from "../domain/settings.ts";
import type { OkVerdict, Verdict } from "../domain/verdict.ts";
import { draws } from "../lib/random.ts";
import { type JudgeSeries, sweep } from "../nodes/tune.ts";
import type { Tuned } from "../run/events.ts";
import { SECOND_LOOK } from "../search/tuning/sweep.ts";
import { tuningOf, tuningProblem, withSetting } from "../search/tuning/marks.ts";
import type { Judge } from "../tools/judge/client.ts";
import { judgeSubject, type Subject } from "./judging.ts";

/** The limits of the sweep. Undefined means the search's limit. */
export interface TuneLimits {
  /** maximum number of alternative settings to try */
  readonly settings: number | undefined;
  /** judge seconds after which no further setting starts */
  readonly seconds: number | null;
  readonly seed: number | undefined;
}

export interface TuneResult {
  readonly own: OkVerdict;
  readonly tuned: Tuned;
  /** the fastest setting and its source; null if none is reliably faster */
  readonly best: { readonly verdict: OkVerdict; readonly files: readonly SourceFile[] } | null;
}

/** Receives each verdict and the number so far. The first is for the source's own setting. */
type Listener = (verdict: Verdict, count: number) => void;

/** The marked constants of a subject. Throws UserError if the marks are missing or invalid. `name` is its name in the message. */
export function tuningIn({ candidate }: Subject, name: string): ReturnType<typeof tuningOf> {
  const problem = tuningProblem(candidate.files);
  if (problem) throw new UserError(problem, "docs/tuning.md says how constants are marked");
  const tuning = tuningOf(candidate.files);
  if (tuning.tunables.length === 0) throw new UserError(`${name} marks no constant as tunable`, "docs/tuning.md says how constants are marked");
  return tuning;
}

/** Judges the candidate, then its settings. If the candidate fails, returns only its own verdict. */
export async function tuneSubject(
  judge: Judge,
  subject: Subject,
  tuning: ReturnType<typeof tuningIn>,
  { settings, seconds, seed }: TuneLimits,
  listener: Listener = () => {},
): Promise<TuneResult | Exclude<Verdict, OkVerdict>> {
  let count = 0;
  const { candidate, task, on } = subject;
  const own = await judgeSubject(judge, subject, "search");
  listener(own, ++count);
  if (own.status !== "ok") return own;
  const usual = Policy.parse({});
  const limits = { settings: settings ?? usual.tune, seconds: seconds ?? usual.tuneSeconds, draw: draws(seed ?? 0, "tune") };
  const series: JudgeSeries = async (candidates, most) => {
    const asked = { task, target: on.target, precision: on.precision, candidates, tier: "sweep" as const, baselines: [], ...rulesOf(on), seconds: most };
    const reply = await judge.series({ ...asked, again: SECOND_LOOK });
    for (const verdict of [...reply.verdicts, ...reply.again.map((one) => one.verdict)]) if (verdict) listener(verdict, ++count);
    return reply;
  };
  const { best, tuned } = await sweep(candidate, tuning, own, series, limits);
  return { own, tuned, best: best && { verdict: best.verdict, files: withSetting(candidate.files, tuning, best.setting) } };
}
