import { UserError } from "../../domain/errors.ts";
import { writeReport } from "../../config/publish.ts";
import { openRun } from "../../run/run-folder.ts";
import { recordBegun } from "../../operations/read-run.ts";

/** `kernelwright report RUN`: writes the HTML report again from the event log and prints its path. The run may be unfinished. */
export function report(folder: string): void {
  const run = openRun(folder);
  if (run.lost().foreign.length > 0)
    throw new UserError(
      `${run.path} holds events of another release: a report written now would leave them out`,
      "keep the report that is there, or write it with the release that made the run",
    );
  console.log(writeReport(run, recordBegun(run)));
}
