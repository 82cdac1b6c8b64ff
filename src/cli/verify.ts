/** An export, judged as it is exported, before anybody gets it. */
import type { Candidate } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import type { Ratio } from "../domain/measure.ts";
import type { Settings } from "../domain/settings.ts";
import { problemOf, type Verdict } from "../domain/verdict.ts";
import { ratio } from "../report/format.ts";
import { printable } from "../report/text.ts";
import { workerOf } from "../services.ts";
import { createJudge } from "../tools/judge.ts";
import type { RunFile } from "../tools/run-folder.ts";

const SKIP = "export it unjudged with --no-verify, or name a judge's host with --worker";
const UNJUDGED = "nothing was written; --no-verify writes it all the same";

/**
 * Has the judge check and time an export under the run's rules, on the run's worker unless another is named; resolves with
 * what it found, in words. Throws UserError where it does not pass, or is far slower than `claimed`: then not the kernel ran.
 */
export async function judgeAgain(about: RunFile, candidate: Candidate, claimed: Ratio | null, worker?: string): Promise<string> {
  const verdict = await judged(about, candidate, about.settings.library, worker);
  if (verdict.status !== "ok") throw new UserError(printable(`the export does not pass: ${verdict.status}: ${problemOf(verdict)}`), UNJUDGED);
  if (claimed && verdict.speedup.high < claimed.low / 2)
    throw new UserError(
      `the export is at ${ratio(verdict.speedup)} where the run measured ${ratio(claimed)}`,
      "nothing was written; is the machine idle, and the same?",
    );
  return `judged as exported: ok, ${ratio(verdict.speedup)} against eager, isolation ${verdict.isolation.level}`;
}

/** Has the judge check that a class of the user's does what the task does. Throws UserError where it does not: a patch would mix two operators. */
export async function judgeOriginal(about: RunFile, original: Candidate, name: string, worker?: string): Promise<void> {
  const verdict = await judged(about, original, "library-allowed", worker);
  if (verdict.status !== "ok")
    throw new UserError(
      printable(`${name}, as it stands, is not the operator of the task: ${verdict.status}: ${problemOf(verdict)}`),
      `name the class that the task was made of with --class; ${UNJUDGED}`,
    );
}

async function judged({ task, settings }: RunFile, candidate: Candidate, library: Settings["library"], worker = settings.worker): Promise<Verdict> {
  const { target, precision } = settings;
  const judge = createJudge(workerOf(worker), `export ${Date.now()}`);
  try {
    return await judge.evaluate({ task, target, precision, candidate, tier: "search", baselines: [], library });
  } catch (error) {
    throw error instanceof UserError ? new UserError(`the export could not be judged again: ${error.message}`, SKIP) : error;
  } finally {
    await judge.close(true);
  }
}
