/** `kernelwright model SCRIPT` and `model resume FOLDER`: a whole model in, a package of kernels and a report out. */
import type { Command } from "commander";
import { basename, join, resolve } from "node:path";
import { commandLine } from "../../config/config-file.ts";
import { wholeNumber } from "../../config/flags.ts";
import { UserError } from "../../domain/errors.ts";
import type { WholeModel } from "../../domain/whole-model.ts";
import { helpOf } from "../../domain/options.ts";
import { kernelwright } from "../../lib/shell.ts";
import { tablesText } from "../../report/bench/render.ts";
import { isModelFaster } from "../../report/model/tables.ts";
import { readModelPlan, refuseModel, writeModelPlan } from "../../run/model-folder.ts";
import { refuseBench } from "../../run/bench-folder.ts";
import { stampNow } from "../../run/run-file.ts";
import { writeWhole } from "../../tools/system/files.ts";
import type { UserScript } from "../../tools/tasks/capture.ts";
import { rankedModel } from "../../tools/tasks/whole-model.ts";
import { writeResults } from "../bench/results.ts";
import { type BenchOutputFlags, runBench } from "../bench/run.ts";
import { Exit } from "../exit-codes.ts";
import { withResume } from "../../operations/stopping.ts";
import { chooseUnits } from "../model/choose.ts";
import { finishModel, rankingOf, resultsText } from "../model/results.ts";
import { planSearch, type SearchFlags, settingsOf, taskFileOf } from "../model/search.ts";
import { judging, searching, withBenchOutput, withConfig, withOptions } from "../options.ts";

type ModelFlags = SearchFlags & BenchOutputFlags & { rankOnly?: boolean; top?: string; python?: string; degraded?: boolean; out?: string };

const all = "of all modules together, in proportion to their time";

/** Adds the command to the program. */
export function addModel(program: Command): void {
  const command = program
    .command("model")
    .description("rank the modules of a script's model by time, search the top ones, and measure the model with their kernels (docs/model.md)")
    .enablePositionalOptions()
    .argument("[script]", "the Python script that builds a model and calls it")
    .argument("[args...]", "the script's own arguments, after --")
    .option("--rank-only", "print the ranking and exit; needs no model")
    .option("--top <n>", "number of modules to search (default: 3)");
  const help = {
    attempts: `maximum number of kernels ${all} (default: 12 for each)`,
    maxTokens: `${helpOf("maxTokens")}, ${all}`,
    maxCost: `${helpOf("maxCost")}, ${all}`,
    maxGpuSeconds: `${helpOf("maxGpuSeconds")}, ${all}`,
    maxMinutes: `${helpOf("maxMinutes")}, ${all}`,
  };
  withBenchOutput(withConfig(withOptions(command, [...judging, ...searching], help)))
    .option("--parallel <n>", "searches at the same time (default: 2)")
    .option("--python <program>", "the Python that runs the script; it needs torch (default: the judge's)")
    .option("--degraded", "use kernels that were measured below isolation level L3")
    .option("--out <dir>", "folder of the search (default: runs/model-<script>-<time>)")
    .action(model);
  withBenchOutput(command.command("resume").description("continue a stopped search of a model; finished runs are kept"))
    .argument("<folder>", "the folder that model printed")
    .action(resume);
}

/** `kernelwright model SCRIPT`: ranks, captures, searches, applies and measures. */
async function model(script: string | undefined, args: string[], flags: ModelFlags): Promise<void> {
  if (script === undefined)
    throw new UserError("the script is missing", "name a Python script that builds a model and calls it: npx kernelwright model SCRIPT.py");
  const top = wholeNumber(flags.top, "--top", 1) ?? 3;
  const folder = flags.out ?? join("runs", `model-${basename(script, ".py").replace(/\W/g, "_")}-${stampNow()}`);
  refuseModel(folder);
  refuseBench(folder);
  const user: UserScript = { script: resolve(script), args, python: flags.python ?? null };
  const ranked = await rankedModel({ ...user, script });
  const say = sayer(flags);
  if (flags.rankOnly) return void process.stdout.write(flags.json ? `${JSON.stringify(ranked, null, 2)}\n` : tablesText([rankingOf(ranked)]));
  say(tablesText([rankingOf(ranked)]));
  expectUse(ranked);
  const { chosen, left } = await chooseUnits(user, ranked, top, say);
  for (const { task, source } of chosen) writeWhole(taskFileOf(folder, task), source);
  const groups = chosen.map(({ source: _source, ...group }) => group);
  const settings = await settingsOf(folder, groups, flags);
  writeModelPlan(folder, {
    version: 1,
    command: commandLine(),
    ...user,
    args: [...args],
    degraded: flags.degraded ?? false,
    model: ranked,
    chosen: groups,
    left,
  });
  planSearch(folder, groups, settings, flags);
  await searchAndFinish(folder, flags);
}

/** `kernelwright model resume FOLDER`. */
async function resume(folder: string, flags: BenchOutputFlags): Promise<void> {
  await searchAndFinish(folder, flags);
}

/** Runs the open searches. When all have ended, it applies the winners, measures the model and reports. */
async function searchAndFinish(folder: string, flags: BenchOutputFlags): Promise<void> {
  const plan = readModelPlan(folder);
  const resume = kernelwright("model", "resume", folder);
  const cells = await runBench(folder, flags.json ? { ...flags, json: false, quiet: true } : flags, {
    resume,
    show: writeResults,
  });
  if (cells.some(({ status }) => status === "unfinished")) return; // runBench said how to go on
  const results = await finishModel(folder, plan, cells, sayer(flags)).catch((error: unknown) => {
    throw withResume(error, resume);
  });
  process.stdout.write(flags.json ? `${JSON.stringify(results, null, 2)}\n` : `\n${resultsText(results)}`);
  if (!flags.json) console.log(`\nResults: ${join(folder, "model.md")}, ${join(folder, "model-results.json")}`);
  process.exitCode = isModelFaster(results) ? Exit.done : Exit.notFaster;
}

const sayer =
  ({ quiet, json }: BenchOutputFlags): ((line: string) => void) =>
  (line) => {
    if (!quiet && !json) console.error(line);
  };

/** Refuses a model whose calls no kernel could answer, before anything is paid for. */
function expectUse({ gradients, trains }: WholeModel): void {
  if (gradients && !trains)
    throw new UserError(
      "the script calls its model with autograd on, and computes no gradients: no kernel of a forward pass could answer",
      "call the model under torch.no_grad() or torch.inference_mode(); or compute the gradients, then kernels are proven forward and backward",
    );
}
