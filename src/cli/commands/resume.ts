import { openRun } from "../../run/run-folder.ts";
import { createOutput, type OutputFlags } from "../terminal/output.ts";
import { recordIfBegun } from "../../operations/read-run.ts";
import { runSearch, showResult } from "../search-run.ts";

/** `kernelwright resume RUN`: continues from the last checkpoint. For a finished run it prints the result again. */
export async function resume(folder: string, flags: OutputFlags): Promise<void> {
  const run = openRun(folder);
  const output = createOutput(flags, run.about.settings);
  if (!run.events().some((one) => one.type === "finished")) return await runSearch(run.path, output);
  recordIfBegun(run); // says what its log has lost
  output.say("This run is finished.");
  showResult(run, output);
}
