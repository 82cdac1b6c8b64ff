import { openRun } from "../tools/run-folder.ts";
import { createOutput, type OutputFlags } from "./output.ts";
import { runSearch, showResult } from "./run-search.ts";

/** `kernelwright resume RUN`: goes on from the last checkpoint; of a finished run it prints the result again. */
export async function resume(folder: string, flags: OutputFlags): Promise<void> {
  const run = openRun(folder);
  const output = createOutput(flags, run.about.settings);
  if (!run.events().some((one) => one.type === "finished")) return await runSearch(run.path, output);
  output.say("This run is finished.");
  showResult(run, output);
}
