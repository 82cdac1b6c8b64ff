import { join, relative } from "node:path";
import { type Flags, valueOf } from "../../config/flags.ts";
import { UserError } from "../../domain/errors.ts";
import { longFlag, type OptionName, optionOf } from "../../domain/options.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Task } from "../../domain/task.ts";
import { estimateText } from "../../report/run/budget.ts";
import { firstPrompts } from "../../search/context/briefing.ts";
import { estimateOf } from "../../search/context/cost-estimate.ts";
import { renderPrompt } from "../../tools/model/prompt.ts";
import { nextSteps } from "../../report/terminal/next-steps.ts";
import { recordOf } from "../../run/events.ts";
import { openRun } from "../../run/run-folder.ts";
import { createRun, stampNow, uniqueName } from "../../run/run-file.ts";
import { settingsFor } from "../../config/services.ts";
import { readIncumbents } from "../../tools/tasks/candidate-files.ts";
import { EXAMPLE, readTask } from "../../tools/tasks/task-file.ts";
import { commandLine, configured } from "../../config/config-file.ts";
import { createOutput, type OutputFlags } from "../terminal/output.ts";
import { runSearch } from "../search-run.ts";
import { readStart } from "../start-kernel.ts";

/** The shipped example's replay is a first look, and should end in 90 s on two cores: one round, a second one begun, the best measured again. */
const FIRST_RUN = { attempts: 4, finalists: 1 };

/** `kernelwright optimize [task]`: makes the run's folder and searches. */
export async function optimize(
  given: string | undefined,
  onCommandLine: Flags & OutputFlags & { out?: string; start?: string; config?: string },
): Promise<void> {
  const taskFile = given ?? EXAMPLE;
  const task = readTask(taskFile);
  const { flags, set } = configured(onCommandLine);
  expectOne(flags, "strategy");
  expectOne(flags, "model");
  const resolved = await settingsFor(taskFile, flags, onCommandLine);
  const settings = given === undefined && onCommandLine.attempts === undefined ? asFirstRun(resolved) : resolved;
  const start = flags.start === undefined ? null : readStart(flags.start, settings);
  const against = readIncumbents(valueOf(flags, "against") ?? [], settings.target);
  if (flags.estimate) {
    console.log(estimateOfRun(settings, task));
    return;
  }
  const isReplay = settings.model.recording !== null;
  const lasting = Object.entries(set).filter(([name]) => !isReplay || !optionOf(name as OptionName).recorded);
  const command = commandLine(Object.fromEntries(lasting), "--out");
  const folder = createRun(flags.out ?? join("runs", uniqueName(`${task.name}-${stampNow()}`)), settings, task, command, { start, against });
  const output = createOutput(onCommandLine, settings);
  output.say(`run: ${folder}`);
  await runSearch(folder, output);
  if (isReplay && !onCommandLine.json && !onCommandLine.quiet)
    console.log(`\n${nextSteps(relative(process.cwd(), folder) || ".", recordOf(openRun(folder).events()))}`);
}

const asFirstRun = (settings: Settings): Settings =>
  settings.model.recording === null ? settings : { ...settings, policy: { ...settings.policy, ...FIRST_RUN } };

function expectOne(flags: Flags, name: "strategy" | "model"): void {
  if (flags[name]?.includes(","))
    throw new UserError(`${longFlag(name)} ${flags[name]} names several, and one search uses one`, "compare several with: npx kernelwright bench");
}

function estimateOfRun(settings: Settings, task: Task): string {
  const { price } = settings.model;
  return estimateText(estimateOf(firstPrompts(renderPrompt, { settings, task }), settings, price), price);
}
