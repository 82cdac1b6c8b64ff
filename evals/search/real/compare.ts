/** The runs of a comparison: every strategy on every task and seed, at equal attempts and at equal tokens, over one record. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import PQueue from "p-queue";
import { createToolbox, settingsFor, workerOf } from "../../../src/config/services.ts";
import { readTask } from "../../../src/tools/tasks/task-file.ts";
import { secrets } from "../../../src/config/environment.ts";
import type { Reply } from "../../../src/domain/protocol.ts";
import type { Settings } from "../../../src/domain/settings.ts";
import type { Task } from "../../../src/domain/task.ts";
import { parseWorker } from "../../../src/domain/worker-spec.ts";
import { searchGraph } from "../../../src/graph/search.ts";
import { oneError } from "../../../src/operations/stopping.ts";
import { hashOf } from "../../../src/lib/hash.ts";
import { recordOf } from "../../../src/run/events.ts";
import { createRun } from "../../../src/run/run-file.ts";
import { openRun } from "../../../src/run/run-folder.ts";
import { createJudge } from "../../../src/tools/judge/client.ts";
import { type Completion, liveEndpoint } from "../../../src/tools/model/endpoint.ts";
import { type Equal, outcomeOf, type Row } from "./row.ts";
import { recordedEndpoint, recordedWorker, Store } from "./store.ts";
import { measuredTogether, type Winner } from "./together.ts";
import { variantOf } from "./variant.ts";

export interface Comparison {
  readonly tasks: readonly string[];
  /** names as variantOf reads them */
  readonly strategies: readonly string[];
  readonly seeds: readonly number[];
  readonly attempts: number | null;
  readonly tokens: number | null;
  /** kernels of a run that are measured again; null is the policy's number */
  readonly finalists: number | null;
  /** how often all winners of a task are measured again together, after all runs */
  readonly together: number;
  readonly flags: {
    target?: string | undefined;
    model?: string | undefined;
    worker?: string | undefined;
    modelTimeout?: string | undefined;
    tune?: boolean | undefined;
  };
  /** the folder of the record */
  readonly record: string;
  readonly parallel: number;
}

/** One run that is to be made. */
export interface One {
  readonly task: string;
  readonly strategy: string;
  readonly seed: number;
  readonly equal: Equal;
}

/** A run that has no row, and why. */
export interface Failed {
  readonly name: string;
  readonly error: unknown;
}

/** What all runs of a comparison share. */
interface Shared {
  readonly comparison: Comparison;
  readonly replies: Store<Completion>;
  readonly worker: ReturnType<typeof recordedWorker>;
}

/** Attempts that a token budget never reaches. */
const MANY = 200;

/**
 * Runs the comparison. A run that fails has no row and ends no other run. The record keeps the row and the events of each run. `asked` and
 * `known` count the questions that were put and those on record.
 */
export async function compare(comparison: Comparison, say: (line: string) => void = () => {}) {
  const replies = new Store<Completion>(join(comparison.record, "replies.jsonl.gz"));
  const verdicts = new Store<Reply>(join(comparison.record, "verdicts.jsonl.gz"));
  const worker = workerOf(comparison.flags.worker ?? "");
  const shared = { comparison, replies, worker: recordedWorker(verdicts, worker) };
  const queue = new PQueue({ concurrency: comparison.parallel });
  const failed: Failed[] = [];
  const winners: Winner[] = [];
  const settled = async (one: One): Promise<Row[]> => {
    const name = nameOf(one, readTask(one.task));
    try {
      const { row, winner } = await runOne(shared, one);
      if (winner) winners.push(winner);
      say(`${name}: ${row.kept.toPrecision(3)}x, ${row.passed} of ${row.attempts} passed, ${row.tokens} tokens`);
      return [row];
    } catch (thrown) {
      const error = oneError(thrown);
      failed.push({ name, error });
      say(`${name}: failed: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  };
  try {
    const settledRows = await Promise.all(runsOf(comparison).map(async (one) => queue.add(async () => settled(one))));
    const rows = await measuredTogether(
      settledRows.flat(),
      winners,
      roundsOf(comparison, say),
      (round) => createJudge(recordedWorker(verdicts, worker, round), `bench:real ${hashOf(JSON.stringify(round))}`),
      say,
    );
    const counts = { asked: { replies: replies.asked, verdicts: verdicts.asked }, known: { replies: replies.known, verdicts: verdicts.known } };
    return { rows, failed, ...counts };
  } finally {
    await worker.close();
  }
}

/** The rounds that all winners are measured together. A queue keeps its answer to a question, so a second measurement would be the first one. */
function roundsOf({ together, flags }: Comparison, say: (line: string) => void): number {
  if (together === 0 || parseWorker(flags.worker ?? "").kind !== "queue") return together;
  say("the winners are not measured again together: a queue keeps its answers. Use --worker spool:DIR on one host");
  return 0;
}

function runsOf({ tasks, strategies, seeds, attempts, tokens }: Comparison): One[] {
  const bounds: Equal[] = [...(attempts === null ? [] : ["attempts" as const]), ...(tokens === null ? [] : ["tokens" as const])];
  return tasks.flatMap((task) => seeds.flatMap((seed) => bounds.flatMap((equal) => strategies.map((strategy) => ({ task, strategy, seed, equal })))));
}

const nameOf = ({ strategy, seed, equal }: One, task: Task): string => `${equal} ${strategy} ${task.name} seed ${seed}`;

/** One run, made anew over the record: what an earlier, interrupted comparison asked is known. */
async function runOne({ comparison, replies, worker }: Shared, one: One): Promise<{ row: Row; winner: Winner | null }> {
  const { apiKey, baseURL } = secrets();
  const settings = await settingsOf(comparison, one);
  const task = readTask(one.task);
  const name = nameOf(one, task).replace(/[^\w.-]+/g, "-");
  const folder = join(comparison.record, "open", name);
  rmSync(folder, { recursive: true, force: true });
  const live = apiKey || baseURL ? liveEndpoint(settings.model, apiKey) : null;
  const run = createRun(join(folder, "run"), settings, task, "bench:real");
  const toolbox = createToolbox([], folder, "", { endpoint: recordedEndpoint(replies, live, settings.model, one.seed), worker });
  let row: Row | null = null;
  try {
    await searchGraph(toolbox).compile().invoke({ run }, { recursionLimit: 100_000 });
    const made = openRun(run);
    const record = recordOf(made.events());
    row = { ...one, task: task.name, model: settings.model.name, together: null, ...outcomeOf(record) };
    const best = record.attempts.find(({ id }) => id === record.finished?.best);
    return { row, winner: best ? { row, candidate: made.candidate(best.source), task, settings } : null };
  } finally {
    await toolbox.close();
    keepRun(join(comparison.record, "runs"), `${name}.json.gz`, { row, settings, events: openRun(run).events() });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function settingsOf({ attempts, tokens, finalists, flags }: Comparison, { task, strategy: name, seed, equal }: One): Promise<Settings> {
  const bound = equal === "attempts" ? { attempts: String(attempts) } : { attempts: String(MANY), maxTokens: String(tokens) };
  const { strategy, set } = variantOf(name);
  const settings = await settingsFor(task, { ...flags, ...bound, strategy, seed: String(seed), estimate: true });
  return { ...settings, policy: { ...settings.policy, ...set, ...(finalists !== null && { finalists }) } };
}

/** Keeps a run as one compressed file, which a later run of the same name replaces. */
function keepRun(folder: string, name: string, kept: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.part`), gzipSync(JSON.stringify(kept)));
  renameSync(join(folder, `${name}.part`), join(folder, name));
}
