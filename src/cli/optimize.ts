import { join } from "node:path";
import type { Flags } from "../config.ts";
import type { Settings } from "../domain/settings.ts";
import type { Task } from "../domain/task.ts";
import { estimateText } from "../report/budget.ts";
import { firstPrompts } from "../search/briefing.ts";
import { estimateOf } from "../search/estimate.ts";
import { renderPrompt } from "../tools/prompt.ts";
import { createRun, stampNow } from "../tools/run-folder.ts";
import { EXAMPLE, readTask, settingsFor } from "../services.ts";
import { commandLine, configured } from "./configured.ts";
import { createOutput, type OutputFlags } from "./output.ts";
import { runSearch } from "./run-search.ts";
import { readStart } from "./start.ts";

/** What a replay has of its recording, whatever a configuration file says. */
const OF_A_RECORDING: readonly string[] = ["strategy", "attempts", "seed", "async", "targetSpeedup", "tuneSeconds"];

/** `kernelwright optimize [task]`: makes the run's folder and searches. */
export async function optimize(
  given: string | undefined,
  onCommandLine: Flags & OutputFlags & { out?: string; start?: string; config?: string },
): Promise<void> {
  const taskFile = given ?? EXAMPLE;
  const task = readTask(taskFile);
  const { flags, set } = configured(onCommandLine);
  const settings = await settingsFor(taskFile, flags, onCommandLine);
  const start = flags.start === undefined ? null : readStart(flags.start, settings);
  if (flags.estimate) {
    console.log(estimateOfRun(settings, task));
    return;
  }
  const isReplay = settings.model.recording !== null;
  const lasting = Object.entries(set).filter(([name]) => !isReplay || !OF_A_RECORDING.includes(name));
  const command = commandLine(Object.fromEntries(lasting));
  const folder = createRun(flags.out ?? join("runs", `${task.name}-${stampNow()}`), settings, task, command, start);
  const output = createOutput(onCommandLine, settings);
  output.say(`run: ${folder}`);
  await runSearch(folder, output);
}

function estimateOfRun(settings: Settings, task: Task): string {
  const { price } = settings.model;
  return estimateText(estimateOf(firstPrompts(renderPrompt, { settings, task }), settings.policy, price), price);
}
