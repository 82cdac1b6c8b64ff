import { openRun } from "../tools/run-folder.ts";
import { runSearch, showResult } from "./run-search.ts";

/** `kernelwright resume RUN`: goes on from the last checkpoint; of a finished run it prints the result again. */
export async function resume(folder: string): Promise<void> {
  const run = openRun(folder);
  if (!run.events().some((one) => one.type === "finished")) return await runSearch(run.path);
  console.log("This run is finished.");
  showResult(run);
}
