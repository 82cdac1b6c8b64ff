import { Verdict } from "../../domain/verdict.ts";
import { UserError } from "../../domain/errors.ts";
import { disclosed, type Inspected, renderInspection } from "../../report/terminal/inspection.ts";
import { exchangesOf } from "../../tools/model/reply-cache.ts";
import { searchedOf } from "../../report/run/outcome.ts";
import { openRun } from "../../run/run-folder.ts";
import { recordBegun } from "../../operations/read-run.ts";

/** `kernelwright inspect RUN ATTEMPT`: prints all data of one attempt. */
export function inspect(folder: string, id: string, flags: { json?: boolean }): void {
  const run = openRun(folder);
  const record = recordBegun(run);
  const { attempts, expansions, promotions } = record;
  const attempt = attempts.find((one) => one.id === id);
  if (!attempt) throw new UserError(`${run.path} has no attempt ${id}`, `use one of: ${attempts.map((one) => one.id).join(", ")}`);
  const promotion = promotions.find((one) => one.attempt === id)?.verdict;
  const inspected: Inspected = {
    attempt,
    why: expansions.find((one) => one.attempt === id)?.why ?? null,
    files: attempt.source === null ? [] : run.candidate(attempt.source).files,
    verdict: attempt.verdict === null ? null : disclosed(Verdict.parse(JSON.parse(run.get(attempt.verdict)))),
    promotion: promotion ? disclosed(promotion) : null,
    exchanges: exchangesOf(run)(id),
  };
  if (flags.json) return console.log(JSON.stringify(inspected, null, 2));
  process.stdout.write(
    renderInspection(
      inspected,
      searchedOf(attempt, record, (hash) => run.get(hash)),
    ),
  );
}
