import { compared, renderComparison, type Side } from "../../report/terminal/comparison.ts";
import { artifactsOf } from "../../config/publish.ts";
import { openRun } from "../../run/run-folder.ts";
import { recordBegun } from "../../operations/read-run.ts";

/** `kernelwright compare RUN RUN`: which differences between two runs are real. */
export function compare(first: string, second: string, flags: { json?: boolean }): void {
  const comparison = compared(sideOf(first), sideOf(second));
  process.stdout.write(flags.json ? `${JSON.stringify(comparison, null, 2)}\n` : renderComparison(comparison));
}

function sideOf(folder: string): Side {
  const run = openRun(folder);
  return { run: folder, source: run.about.task.source, settings: run.about.settings, record: recordBegun(run), artifacts: artifactsOf(run) };
}
