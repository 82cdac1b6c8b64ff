import { join } from "node:path";
import { type Flags, resolveSettings } from "../config.ts";
import { createRun } from "../tools/run-folder.ts";
import { readTask } from "../services.ts";
import { hasGpu } from "./gpu.ts";
import { runSearch } from "./run-search.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "evals", "tasks", "row_softmax.py");

/** `kernelwright optimize [task]`: makes the run's folder and searches. */
export async function optimize(given: string | undefined, flags: Flags & { out?: string }): Promise<void> {
  const taskFile = given ?? EXAMPLE;
  const task = readTask(taskFile);
  const settings = resolveSettings(taskFile, flags, await hasGpu(flags.worker));
  const stamp = new Date().toISOString().replace(/[:.]/g, "-").slice(0, 19);
  const command = ["npx kernelwright", ...process.argv.slice(2)].join(" ");
  const folder = createRun(flags.out ?? join("runs", `${task.name}-${stamp}`), settings, task, command);
  console.log(`run: ${folder}`);
  await runSearch(folder);
}
