/** `kernelwright bench`: the plan of runs that the flags describe, and its start. */
import { type BenchOutputFlags, runBench } from "../bench/run.ts";
import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type Flags, wholeNumber } from "../../config/flags.ts";
import { BenchPlan } from "../../domain/bench.ts";
import { UserError } from "../../domain/errors.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Task } from "../../domain/task.ts";
import { benchPlanText } from "../../report/bench/plan.ts";
import { firstPrompts } from "../../search/context/briefing.ts";
import { estimateOf } from "../../search/context/cost-estimate.ts";
import { settingsFor } from "../../config/services.ts";
import { readTask } from "../../tools/tasks/task-file.ts";
import { refuseBench, writePlan } from "../../run/bench-folder.ts";
import { kernelbenchFiles, kernelbenchName } from "../../tools/tasks/kernelbench.ts";
import { renderPrompt } from "../../tools/model/prompt.ts";
import { createRun, stampNow, uniqueName } from "../../run/run-file.ts";
import { commandLine, configured } from "../../config/config-file.ts";

export type BenchFlags = Omit<Flags, "worker"> & {
  kernelbench?: string;
  level?: string;
  subset?: string;
  worker?: string[];
  maxJobsInFlight?: string;
  parallel?: string;
  benchTokens?: string;
  out?: string;
  dryRun?: boolean;
  config?: string;
};

/** A run before its folder is made. */
interface Planned {
  variant: string;
  task: Task;
  settings: Settings;
}

/** `kernelwright bench SUITE`: makes the folders of all runs and runs them. With --dry-run it only prints their expected cost. */
export async function bench(suite: string[], given: BenchFlags & BenchOutputFlags): Promise<void> {
  const parallel = wholeNumber(given.parallel, "--parallel") ?? 2;
  const tokens = wholeNumber(given.benchTokens, "--bench-tokens") ?? null;
  const jobs = wholeNumber(given.maxJobsInFlight, "--max-jobs-in-flight", 1) ?? BenchPlan.shape.jobs.parse(undefined);
  if (tokens === 0) throw new UserError("--bench-tokens must be at least 1", "for example --bench-tokens 2000000");
  if (parallel < 1) throw new UserError("--parallel must be at least 1", "for example --parallel 2");
  const folder = given.out ?? join("runs", uniqueName(`bench-${stampNow()}`));
  refuseBench(folder);
  const planned = await runsOf(tasksOf(suite, given), given);
  if (given.dryRun) {
    const estimated = planned.map(({ variant, task, settings }) => {
      const { model } = settings;
      return { variant, task: task.name, price: model.price, estimate: estimateOf(firstPrompts(renderPrompt, { settings, task }), settings, model.price) };
    });
    return void process.stdout.write(benchPlanText(estimated));
  }
  const command = commandLine();
  const runs = planned.map(({ variant, task, settings }) => {
    const run = join(folderOf(variant), task.name);
    createRun(join(folder, run), settings, task, command);
    return { variant, task: task.name, run };
  });
  writePlan(folder, { version: 1, command, parallel, tokens, jobs, runs });
  await runBench(folder, given);
}

/** The tasks of the suite by unique name. Throws UserError if the suite is empty or if two tasks share a name. */
function tasksOf(suite: readonly string[], { kernelbench, level, subset }: BenchFlags): { file: string; task: Task }[] {
  if (kernelbench === undefined && (level ?? subset) !== undefined)
    throw new UserError("--level and --subset are of a KernelBench checkout", "add --kernelbench DIR");
  if (kernelbench !== undefined && level === undefined) throw new UserError("--kernelbench needs a level", "add --level 1, or several: --level 1,2,3");
  const own = suite.flatMap(filesIn).map((file) => ({ file, task: readTask(file) }));
  const theirs = (level?.split(",") ?? []).flatMap((text) => {
    const number = wholeNumber(text, "--level") ?? 0;
    const files = kernelbenchFiles(kernelbench ?? "", number, subset ?? "representative");
    return files.map((file) => ({ file, task: { ...readTask(file), name: kernelbenchName(number, file) } }));
  });
  const tasks = [...own, ...theirs];
  if (tasks.length === 0) throw new UserError("the suite is empty", "name task files or folders of them, or --kernelbench DIR --level 1");
  const twice = tasks.find(({ task }, at) => tasks.findIndex((other) => other.task.name === task.name) !== at);
  if (twice) throw new UserError(`the suite has two tasks of the name ${twice.task.name}`, "rename one of the files: runs and tables go by their names");
  return tasks;
}

/** A task file, or all task files of a folder. Files that begin with an underscore are skipped. */
function filesIn(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /^[^_.].*\.py$/.test(name));
  if (names.length === 0) throw new UserError(`${path} holds no task files`, "name a folder of Python files with Model, get_inputs and get_init_inputs");
  return names.toSorted().map((name) => join(path, name));
}

/**
 * Every task with every variant, task by task: a stopped bench then has complete pairs. All variants of a task go to one worker, which
 * compares them on one machine.
 */
async function runsOf(tasks: readonly { file: string; task: Task }[], given: BenchFlags): Promise<Planned[]> {
  const { worker: workers, ...rest } = given;
  const { flags } = configured<Flags & { config?: string }>(rest);
  const pool = workers ?? [flags.worker];
  const ways = waysOf(flags);
  const planned: Planned[] = [];
  for (const [at, { file, task }] of tasks.entries())
    for (const { variant, strategy, model } of ways) {
      const own: Flags = {
        ...flags,
        worker: pool[at % pool.length],
        strategy,
        model,
        attempts: flags.attempts ?? (given.benchTokens === undefined ? EQUAL_ATTEMPTS : ATTEMPTS_BY_TOKENS),
        blockRecord: undefined,
        libraryCalls: false, // no table of a bench names incumbents
        confirmOn: undefined,
        approve: undefined, // nobody watches
        estimate: given.dryRun,
      };
      const asked: Flags = { ...rest, strategy: given.strategy && strategy };
      const settings = await settingsFor(file, own, asked).catch((error: unknown) => {
        throw error instanceof UserError ? new UserError(`${basename(file)}: ${error.message}`, error.remedy) : error;
      });
      planned.push({ variant: variant ?? (settings.model.source === "replay" ? "recorded" : settings.policy.strategy), task, settings });
    }
  const replayed = planned.find(({ settings }) => settings.model.source === "replay");
  if (replayed && (given.strategy ?? given.model) !== undefined)
    throw new UserError(
      `${replayed.task.name} is answered from recorded replies: they belong to one search, and no model is asked`,
      "leave --strategy and --model out, or set OPENAI_API_KEY (and OPENAI_BASE_URL for another server than OpenAI's)",
    );
  return planned;
}

/** Strategies have different default budgets. In a comparison they get the same. */
const EQUAL_ATTEMPTS = "12";
/** With a token budget for the bench the tokens decide, up to this many attempts per run. */
const ATTEMPTS_BY_TOKENS = "200";

/** All pairs of strategy and model. `variant` is null if there is only one pair. */
function waysOf(flags: Flags): { variant: string | null; strategy: string | undefined; model: string | undefined }[] {
  const list = (text: string | undefined) => text?.split(",").map((part) => part.trim()) ?? [undefined];
  const [byStrategy, byModel] = [list(flags.strategy), list(flags.model)];
  const ways = byStrategy.flatMap((strategy) =>
    byModel.map((model) => ({
      variant: [strategy, byModel.length > 1 || strategy === undefined ? model : undefined].filter(Boolean).join(" ") || null,
      strategy,
      model,
    })),
  );
  for (const [at, { variant }] of ways.entries()) {
    const before = ways.slice(0, at).find((other) => folderOf(other.variant ?? "") === folderOf(variant ?? ""))?.variant;
    if (before === variant) throw new UserError(`${variant} is asked for twice`, "name each strategy and each model once");
    if (before) throw new UserError(`${before} and ${variant} would share the folder ${folderOf(before)}`, "give them to two benches");
  }
  return ways;
}

/** The folder of a variant's runs. It lies below the bench's folder for every model name. */
function folderOf(variant: string): string {
  return variant.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "_");
}
