import { UserError } from "../domain/errors.ts";
import { recordOf } from "../domain/run-record.ts";
import { renderSummary } from "../report/text.ts";
import { openRun } from "../tools/run-folder.ts";
import { runSearch } from "./run-search.ts";

/** `kernelwright resume RUN`: goes on from the last checkpoint; of a finished run it prints the result again. */
export async function resume(folder: string): Promise<void> {
  const run = openRun(folder);
  const events = run.events();
  if (!events.some((one) => one.type === "finished")) return await runSearch(run.path);
  const record = recordOf(events);
  if (!record.finished) throw new UserError(`${folder} is damaged`, "start the run again");
  console.log(`${renderSummary(record)}\nThis run is finished. Report: ${run.file("report.html")}`);
}
