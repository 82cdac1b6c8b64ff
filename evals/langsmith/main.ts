/**
 * `npm run evals`: makes LangSmith datasets from tasks, and experiments from benches.
 *   dataset SUITE TASK… [--kernelbench DIR --level N --subset S] [--measure --target T --worker W] [--out FILE]
 *   experiment BENCH [--suite NAME]
 *
 * Without LangSmith's environment variables it sends nothing, and writes the same examples, scores and table to disk.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fail } from "../../src/cli/exit-codes.ts";
import { Client } from "langsmith";
import { resolveTarget } from "../../src/config/resolve-settings.ts";
import { wholeNumber } from "../../src/config/flags.ts";
import { secretValues, tracingSettings } from "../../src/config/environment.ts";
import type { BenchPlan, BenchResults } from "../../src/domain/bench.ts";
import { UserError } from "../../src/domain/errors.ts";
import { quickAlternativesOn } from "../../src/domain/protocol.ts";
import { createScrub } from "../../src/tools/tracing/scrub.ts";
import type { Task } from "../../src/domain/task.ts";
import { recordOf } from "../../src/run/events.ts";
import { cellIn } from "../../src/cli/bench/results.ts";
import { tablesText } from "../../src/report/bench/render.ts";
import { variantsOf } from "../../src/report/bench/summary.ts";
import { tablesOf } from "../../src/report/bench/table.ts";
import { workerOf } from "../../src/config/services.ts";
import { artifactsOf } from "../../src/config/publish.ts";
import { readTask } from "../../src/tools/tasks/task-file.ts";
import { readPlan } from "../../src/run/bench-folder.ts";
import { hasGpu } from "../../src/tools/judge/gpu.ts";
import { createJudge } from "../../src/tools/judge/client.ts";
import { kernelbenchFiles, kernelbenchName } from "../../src/tools/tasks/kernelbench.ts";
import { placesHere } from "../../src/tools/system/places.ts";
import { openRun } from "../../src/run/run-folder.ts";
import { argumentsIn } from "../arguments.ts";
import { datasetName, exampleOf, type Measured, pushDataset, type TaskExample } from "./dataset.ts";
import { pushExperiment, type Scored } from "./experiment.ts";
import { planCarriedOut, scoresOf, summaryScores } from "./scores.ts";

const { values, positionals } = argumentsIn({
  allowPositionals: true,
  options: {
    kernelbench: { type: "string" },
    level: { type: "string", default: "1" },
    subset: { type: "string", default: "representative" },
    measure: { type: "boolean", default: false },
    target: { type: "string" },
    worker: { type: "string" },
    out: { type: "string" },
    suite: { type: "string" },
  },
});

/** LangSmith's client where it is configured. Unlike a trace, what is asked for here must not be lost: it throws. */
function clientIfConfigured(): Client | null {
  const { langsmith } = tracingSettings();
  if (!langsmith) return null;
  const { apiKey, endpoint: apiUrl, workspace: workspaceId } = langsmith;
  // the runtime's info would hold environment variables; runs in batches would be lost without an error
  return new Client({ apiKey, apiUrl, ...(workspaceId !== undefined && { workspaceId }), omitTracedRuntimeInfo: true, autoBatchTracing: false });
}

/** The data to send. Secrets and this machine's paths are removed from every text. */
function scrubbed<T>(value: T): T {
  const scrub = createScrub(secretValues(), placesHere());
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === "string" ? scrub(one) : one)) as T;
}

async function dataset(suite: string, files: readonly string[]): Promise<void> {
  const own = files.map(readTask);
  const level = wholeNumber(values.level, "--level")!;
  const theirs = (values.kernelbench === undefined ? [] : kernelbenchFiles(values.kernelbench, level, values.subset)).map((file) => ({
    ...readTask(file),
    name: kernelbenchName(level, file),
  }));
  const tasks = [...own, ...theirs];
  if (tasks.length === 0) throw new UserError("the dataset would be empty", "name task files, or --kernelbench DIR --level 1");
  const measured = await measure(tasks);
  const examples = measured.map((one) => exampleOf(suite, one));
  const out = values.out ?? join("evals", "datasets", `${datasetName(suite, examples)}.jsonl`);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, examples.map((one) => `${JSON.stringify(one)}\n`).join(""));
  console.log(`${examples.length} examples: ${out}`);
  const client = clientIfConfigured();
  if (!client) return console.log("LangSmith is not configured (LANGSMITH_TRACING, LANGSMITH_API_KEY): nothing was sent");
  await pushed(client, suite, examples);
}

/** Makes the dataset at LangSmith, or what it lacks, and says so; its name. */
async function pushed(client: Client, suite: string, examples: readonly TaskExample[]): Promise<string> {
  const { name, created, filled } = await pushDataset(client, suite, scrubbed(examples));
  console.log(`LangSmith dataset ${name}: ${created} of ${examples.length} examples are new${filled > 0 ? `, ${filled} were not measured before` : ""}`);
  return name;
}

/** Each reference measured by the judge, where that is asked for. */
async function measure(tasks: readonly Task[]): Promise<Measured[]> {
  const { target, precision } = resolveTarget({ target: values.target }, values.measure && (await hasGpu(values.worker)));
  const judge = createJudge(workerOf(values.worker ?? ""), `evals ${Date.now()}`);
  try {
    const measured: Measured[] = [];
    for (const task of tasks) {
      const baselines = values.measure ? await judge.prepare({ task, target, precision, baselines: quickAlternativesOn[target] }) : null;
      measured.push({ task, baselines, target, precision });
    }
    return measured;
  } finally {
    await judge.close(true);
  }
}

async function experiment(folder: string): Promise<void> {
  const plan = readPlan(folder);
  const runs = plan.runs.map((one) => ({ ...scored(folder, one), measured: measuredIn(folder, one) }));
  const suite = values.suite ?? basename(folder);
  const results: BenchResults = { version: 1, command: plan.command, at: new Date().toISOString(), cells: runs.map(({ cell }) => cell) };
  const summaries = Object.fromEntries(variantsOf(results.cells).map((variant) => [variant, summaryScores(variant, results.cells)]));
  const out = join(folder, "evaluation.json");
  writeFileSync(
    out,
    `${JSON.stringify({ suite, summaries, runs: runs.map(({ cell, scores, trace }) => ({ task: cell.task, variant: cell.variant, scores, trace })) }, null, 2)}\n`,
  );
  process.stdout.write(tablesText(tablesOf(results)));
  console.log(`\nScores: ${out}`);
  const client = clientIfConfigured();
  if (!client) return console.log("LangSmith is not configured (LANGSMITH_TRACING, LANGSMITH_API_KEY): nothing was sent");
  const measuredLast = runs.toSorted((a, b) => Number(a.measured.baselines !== null) - Number(b.measured.baselines !== null)); // of several of a task the last counts
  const examples = [...new Map(measuredLast.map(({ measured }) => exampleOf(suite, measured)).map((one) => [one.id, one])).values()];
  const name = await pushed(client, suite, examples);
  const sent = scrubbed(runs.map(({ cell, scores, trace }) => ({ cell, scores, trace })));
  for (const variant of variantsOf(sent.map(({ cell }) => cell))) console.log(`LangSmith experiment ${await pushExperiment(client, name, variant, sent)}`);
}

function scored(folder: string, planned: BenchPlan["runs"][number]): Scored {
  const cell = cellIn(folder, planned);
  const run = openRun(join(folder, planned.run));
  const events = run.events();
  const record = events.length > 0 ? recordOf(events) : null;
  return { cell, scores: scoresOf(cell, record && planCarriedOut(record, artifactsOf(run))), trace: record?.trace ?? null };
}

function measuredIn(folder: string, { run: name, task: named }: BenchPlan["runs"][number]): Measured {
  const run = openRun(join(folder, name));
  const { task, settings } = run.about;
  const events = run.events();
  return {
    task: { ...task, name: named },
    baselines: events.length > 0 ? recordOf(events).baselines : null,
    target: settings.target,
    precision: settings.precision,
  };
}

const [verb, first, ...rest] = positionals;
try {
  if (verb === "dataset" && first !== undefined) await dataset(first, rest);
  else if (verb === "experiment" && first !== undefined) await experiment(first);
  else throw new UserError("say dataset SUITE TASK… or experiment BENCH", "docs/evals.md has examples");
} catch (error) {
  fail(error);
}
