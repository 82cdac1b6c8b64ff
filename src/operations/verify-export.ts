/** Judges an export in its exported form, before it is written. */
import type { Candidate } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import { eagerLabel, type Ratio } from "../domain/measure.ts";
import { rulesOf } from "../domain/settings.ts";
import { type OkVerdict, problemOf, type Verdict } from "../domain/verdict.ts";
import { ratio } from "../report/format.ts";
import { printable } from "../report/terminal/summary.ts";
import type { RunFile } from "../run/run-file.ts";
import type { Judge } from "../tools/judge/client.ts";

const SKIP = "export it unjudged with --no-verify, or name a judge's host with --worker";
const UNJUDGED = "nothing was written; --no-verify writes it all the same";
const AGAIN = "nothing was written; try again on an idle machine, or write --format file or folder with --no-verify";

/** A kernel to export: as the run judged it with its speedup, and as exported. */
interface Exported {
  readonly kernel: Candidate;
  readonly claimed: Ratio | null;
  readonly exported: Candidate;
}

/**
 * Asks the judge to check and time an export under the run's rules. Resolves with the result as text. A busy machine can make the clock alone
 * speak against an export. The judge then times it again, beside the kernel itself. Throws UserError if the export fails, or if it is far
 * slower than the kernel, which shows that the kernel did not run.
 */
export async function judgeAgain(about: RunFile, { kernel, claimed, exported }: Exported, judge: Judge): Promise<string> {
  const question = { ...questionOf(about), ...rulesOf(about.settings) };
  const first = await asked(judge.evaluate({ ...question, candidate: exported }));
  if (first.status === "ok" && !isFarSlower(first.speedup, claimed)) return resultText(about, first);
  if (first.status !== "ok" && first.status !== "timing_disagrees") throw failureOf(first);
  const { verdicts } = await asked(judge.series({ ...question, candidates: [kernel, exported] }));
  const [own, second] = verdicts;
  if (second?.status !== "ok") throw failureOf(second ?? first);
  const now = own?.status === "ok" ? own.speedup : claimed;
  if (now && isFarSlower(second.speedup, now))
    throw new UserError(`the export is at ${ratio(second.speedup)} where the kernel itself is at ${ratio(now)}`, UNJUDGED);
  const drift = now && claimed && isFarSlower(now, claimed);
  return `${resultText(about, second)}${drift ? `; the kernel itself is at ${ratio(now)} now, and the run measured ${ratio(claimed)}: is the machine idle, and the same?` : ""}`;
}

/** Whether the whole interval is below half of the other one. */
const isFarSlower = (speedup: Ratio, than: Ratio | null): boolean => than !== null && speedup.high < than.low / 2;

const resultText = ({ settings }: RunFile, { speedup, isolation }: OkVerdict): string =>
  `judged as exported: ok, ${ratio(speedup)} against ${eagerLabel[settings.precision]}, isolation ${isolation.level}`;

const failureOf = (verdict: Verdict): UserError => new UserError(printable(`the export does not pass: ${verdict.status}: ${problemOf(verdict)}`), UNJUDGED);

/** The rare conditions on which a kernel of a run is wrong, as the judge finds now. Null: a judge of another release did not look. Throws UserError if it refuses the kernel. */
export async function unprovenOf(about: RunFile, kernel: Candidate, judge: Judge): Promise<readonly string[] | null> {
  const verdict = await asked(judge.evaluate({ ...questionOf(about), ...rulesOf(about.settings), candidate: kernel, rareChecks: true }));
  if (verdict.status === "ok") return verdict.unproven ?? null;
  throw new UserError(printable(`the kernel does not pass any more: ${verdict.status}: ${problemOf(verdict)}`), AGAIN);
}

/** Asks the judge whether a class of the user computes what the task computes. Throws UserError if it does not, because a patch would mix two operators. */
export async function judgeOriginal(about: RunFile, original: Candidate, name: string, judge: Judge): Promise<void> {
  const verdict = await asked(judge.evaluate({ ...questionOf(about), library: "library-allowed", candidate: original }));
  if (verdict.status !== "ok")
    throw new UserError(
      printable(`${name}, as it stands, is not the operator of the task: ${verdict.status}: ${problemOf(verdict)}`),
      `name the class that the task was made of with --class; ${UNJUDGED}`,
    );
}

const questionOf = ({ task, settings: { target, precision } }: RunFile) => ({ task, target, precision, tier: "search" as const, baselines: [] });

/** The judge's answer. Throws UserError where the judge refuses the question. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof UserError ? new UserError(`the export could not be judged again: ${error.message}`, SKIP) : error;
  }
}
