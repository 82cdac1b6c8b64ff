import { UserError } from "../domain/errors.ts";
import { writeReport } from "../services.ts";
import { openRun } from "../tools/run-folder.ts";
import { recordBegun } from "./record.ts";

/** `kernelwright report RUN`: writes the HTML again from the event log, of an unfinished run too, and prints its path. */
export function report(folder: string): void {
  const run = openRun(folder);
  if (run.unreadable() > 0)
    throw new UserError(
      `${run.path} holds events of another release: a report written now would leave them out`,
      "keep the report that is there, or write it with the release that made the run",
    );
  console.log(writeReport(run, recordBegun(run)));
}
