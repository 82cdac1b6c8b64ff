/** Judges an export in its exported form, before it is written. */
import type { Candidate } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import { eagerLabel, type Ratio } from "../domain/measure.ts";
import { rulesOf } from "../domain/settings.ts";
import { problemOf, type Verdict } from "../domain/verdict.ts";
import { ratio } from "../report/format.ts";
import { printable } from "../report/terminal/summary.ts";
import type { RunFile } from "../run/run-file.ts";
import type { Judge } from "../tools/judge/client.ts";

const SKIP = "export it unjudged with --no-verify, or name a judge's host with --worker";
const UNJUDGED = "nothing was written; --no-verify writes it all the same";

/**
 * Asks the judge to check and time an export under the run's rules. Resolves with the result as text. Throws
 * UserError if the export fails, or if it is far slower than `claimed`, which shows that the kernel did not run.
 */
export async function judgeAgain(about: RunFile, candidate: Candidate, claimed: Ratio | null, judge: Judge): Promise<string> {
  const verdict = await judgeExport(about, candidate, rulesOf(about.settings), judge);
  if (verdict.status !== "ok") throw new UserError(printable(`the export does not pass: ${verdict.status}: ${problemOf(verdict)}`), UNJUDGED);
  if (claimed && verdict.speedup.high < claimed.low / 2)
    throw new UserError(
      `the export is at ${ratio(verdict.speedup)} where the run measured ${ratio(claimed)}`,
      "nothing was written; is the machine idle, and the same?",
    );
  return `judged as exported: ok, ${ratio(verdict.speedup)} against ${eagerLabel[about.settings.precision]}, isolation ${verdict.isolation.level}`;
}

/** Asks the judge whether a class of the user computes what the task computes. Throws UserError if it does not, because a patch would mix two operators. */
export async function judgeOriginal(about: RunFile, original: Candidate, name: string, judge: Judge): Promise<void> {
  const verdict = await judgeExport(about, original, { library: "library-allowed" }, judge);
  if (verdict.status !== "ok")
    throw new UserError(
      printable(`${name}, as it stands, is not the operator of the task: ${verdict.status}: ${problemOf(verdict)}`),
      `name the class that the task was made of with --class; ${UNJUDGED}`,
    );
}

async function judgeExport({ task, settings }: RunFile, candidate: Candidate, rules: ReturnType<typeof rulesOf>, judge: Judge): Promise<Verdict> {
  const { target, precision } = settings;
  try {
    return await judge.evaluate({ task, target, precision, candidate, tier: "search", baselines: [], ...rules });
  } catch (error) {
    throw error instanceof UserError ? new UserError(`the export could not be judged again: ${error.message}`, SKIP) : error;
  }
}
