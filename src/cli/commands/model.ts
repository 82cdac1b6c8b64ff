/** `kernelwright model SCRIPT` and `model resume FOLDER`: a whole model in, a package of kernels and a report out. */
import { basename, join, resolve } from "node:path";
import { scriptLine } from "../../config/config-file.ts";
import { wholeNumber } from "../../config/flags.ts";
import { UserError } from "../../domain/errors.ts";
import type { WholeModel } from "../../domain/whole-model.ts";
import { kernelwright } from "../../lib/shell.ts";
import { tablesText } from "../../report/bench/render.ts";
import { isModelFaster } from "../../report/model/tables.ts";
import { readModelPlan, refuseModel, writeModelPlan } from "../../run/model-folder.ts";
import { refuseBench } from "../../run/bench-folder.ts";
import { stampNow, uniqueName } from "../../run/run-file.ts";
import { writeWhole } from "../../tools/system/files.ts";
import type { UserScript } from "../../tools/tasks/capture.ts";
import { rankedModel } from "../../tools/tasks/whole-model.ts";
import { writeResults } from "../bench/results.ts";
import { type BenchOutputFlags, runBench } from "../bench/run.ts";
import { Exit } from "../exit-codes.ts";
import { withResume } from "../../operations/stopping.ts";
import { chooseUnits } from "../model/choose.ts";
import { finishModel, rankingOf, resultsText } from "../model/results.ts";
import { dropCutRuns, planSearch, type SearchFlags, settingsOf, taskFileOf } from "../model/search.ts";

export type ModelFlags = SearchFlags & BenchOutputFlags & { rankOnly?: boolean; top?: string; python?: string; degraded?: boolean; out?: string };

/** `kernelwright model SCRIPT`: ranks, captures, searches, applies and measures. */
export async function model(script: string | undefined, args: string[], flags: ModelFlags): Promise<void> {
  if (script === undefined)
    throw new UserError("the script is missing", "name a Python script that builds a model and calls it: npx kernelwright model SCRIPT.py");
  const top = wholeNumber(flags.top, "--top", 1) ?? 3;
  const folder = flags.out ?? join("runs", uniqueName(`model-${basename(script, ".py").replace(/\W/g, "_")}-${stampNow()}`));
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
  dropCutRuns(folder, groups);
  writeModelPlan(folder, {
    version: 1,
    command: scriptLine(),
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
export async function resume(folder: string, flags: BenchOutputFlags): Promise<void> {
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
