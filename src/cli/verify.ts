/** An export, judged as it is exported, before anybody gets it. */
import type { Candidate } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import type { Ratio } from "../domain/measure.ts";
import { problemOf } from "../domain/verdict.ts";
import { ratio } from "../report/format.ts";
import { printable } from "../report/text.ts";
import { workerOf } from "../services.ts";
import { createJudge } from "../tools/judge.ts";
import type { RunFile } from "../tools/run-folder.ts";

const SKIP = "export it unjudged with --no-verify, or name a judge's host with --worker";

/**
 * Has the judge check and time an export under the run's rules, on the run's worker unless another is named; resolves with
 * what it found, in words. Throws UserError where it does not pass, or is far slower than `claimed`: then not the kernel ran.
 */
export async function judgeAgain({ task, settings }: RunFile, candidate: Candidate, claimed: Ratio | null, worker = settings.worker): Promise<string> {
  const { target, precision, library } = settings;
  const judge = createJudge(workerOf(worker), `export ${Date.now()}`);
  try {
    const verdict = await judge.evaluate({ task, target, precision, candidate, tier: "search", baselines: [], library }).catch((error: unknown) => {
      throw error instanceof UserError ? new UserError(`the export could not be judged again: ${error.message}`, SKIP) : error;
    });
    if (verdict.status !== "ok")
      throw new UserError(
        printable(`the export does not pass: ${verdict.status}: ${problemOf(verdict)}`),
        "nothing was written; --no-verify writes it all the same",
      );
    if (claimed && verdict.speedup.high < claimed.low / 2)
      throw new UserError(
        `the export is at ${ratio(verdict.speedup)} where the run measured ${ratio(claimed)}`,
        "nothing was written; is the machine idle, and the same?",
      );
    return `judged as exported: ok, ${ratio(verdict.speedup)} against eager, isolation ${verdict.isolation.level}`;
  } finally {
    await judge.close(true);
  }
}
