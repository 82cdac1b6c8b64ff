/** The runs of a comparison: every strategy on every task and seed, at equal attempts and at equal tokens, over one record. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PQueue from "p-queue";
import { createToolbox, settingsFor, workerOf } from "../../../src/config/services.ts";
import { readTask } from "../../../src/tools/tasks/task-file.ts";
import { secrets } from "../../../src/config/environment.ts";
import type { Reply } from "../../../src/domain/protocol.ts";
import { searchGraph } from "../../../src/graph/search.ts";
import { recordOf } from "../../../src/run/events.ts";
import { createRun } from "../../../src/run/run-file.ts";
import { openRun } from "../../../src/run/run-folder.ts";
import { isCounted } from "../../../src/run/attempt.ts";
import { type Completion, liveEndpoint } from "../../../src/tools/model/endpoint.ts";
import { recordedEndpoint, recordedWorker, Store } from "./store.ts";
import { variantOf } from "./variant.ts";

/** How a run is bounded: by attempts alone, or by tokens. */
export type Equal = "attempts" | "tokens";

export interface Comparison {
  readonly tasks: readonly string[];
  /** names as variantOf reads them */
  readonly strategies: readonly string[];
  readonly seeds: readonly number[];
  readonly attempts: number | null;
  readonly tokens: number | null;
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

/** The result of one run. */
export interface Row {
  readonly task: string;
  readonly strategy: string;
  readonly seed: number;
  readonly equal: Equal;
  readonly model: string;
  /** speedup of the winner when measured again, 1 where nothing was proven faster */
  readonly kept: number;
  /** speedup of the best attempt of the search, 0 where none passed */
  readonly best: number;
  readonly attempts: number;
  readonly passed: number;
  readonly tokens: number;
  /** attempts that failed, by status */
  readonly failures: Readonly<Record<string, number>>;
}

/** Attempts that a token budget never reaches. */
const MANY = 200;

/** Runs the comparison; `asked` and `known` count the questions that were put and those on record. */
export async function compare(comparison: Comparison, say: (line: string) => void = () => {}) {
  const replies = new Store<Completion>(join(comparison.record, "replies.jsonl.gz"));
  const verdicts = new Store<Reply>(join(comparison.record, "verdicts.jsonl.gz"));
  const worker = workerOf(comparison.flags.worker ?? "");
  const queue = new PQueue({ concurrency: comparison.parallel });
  try {
    const rows = await Promise.all(
      runsOf(comparison).map(async (one) =>
        queue.add(async () => {
          const row = await runOne(comparison, one, replies, recordedWorker(verdicts, worker));
          say(
            `${row.equal} ${row.strategy} ${row.task} seed ${row.seed}: ${row.best.toPrecision(3)}x, ${row.passed} of ${row.attempts} passed, ${row.tokens} tokens`,
          );
          return row;
        }),
      ),
    );
    return { rows, asked: { replies: replies.asked, verdicts: verdicts.asked }, known: { replies: replies.known, verdicts: verdicts.known } };
  } finally {
    await worker.close();
  }
}

interface One {
  readonly task: string;
  readonly strategy: string;
  readonly seed: number;
  readonly equal: Equal;
}

function runsOf({ tasks, strategies, seeds, attempts, tokens }: Comparison): One[] {
  const bounds: Equal[] = [...(attempts === null ? [] : ["attempts" as const]), ...(tokens === null ? [] : ["tokens" as const])];
  return tasks.flatMap((task) => seeds.flatMap((seed) => bounds.flatMap((equal) => strategies.map((strategy) => ({ task, strategy, seed, equal })))));
}

async function runOne(
  comparison: Comparison,
  { task: file, strategy: name, seed, equal }: One,
  replies: Store<Completion>,
  worker: ReturnType<typeof recordedWorker>,
): Promise<Row> {
  const { apiKey, baseURL } = secrets();
  const bound = equal === "attempts" ? { attempts: String(comparison.attempts) } : { attempts: String(MANY), maxTokens: String(comparison.tokens) };
  const { strategy, flags } = variantOf(name);
  const settings = await settingsFor(file, { ...comparison.flags, ...flags, ...bound, strategy, seed: String(seed), estimate: true });
  const task = readTask(file);
  const folder = mkdtempSync(join(tmpdir(), "kernelwright-real-"));
  try {
    const live = apiKey || baseURL ? liveEndpoint(settings.model, apiKey) : null;
    const run = createRun(join(folder, "run"), settings, task, "bench:real");
    const toolbox = createToolbox([], folder, "", { endpoint: recordedEndpoint(replies, live, settings.model, seed), worker });
    await searchGraph(toolbox).compile().invoke({ run }, { recursionLimit: 100_000 });
    await toolbox.close();
    return { task: task.name, strategy: name, seed, equal, model: settings.model.name, ...outcomeIn(run) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outcomeIn(path: string): Pick<Row, "kept" | "best" | "attempts" | "passed" | "tokens" | "failures"> {
  const record = recordOf(openRun(path).events());
  const counted = record.attempts.filter(isCounted);
  const passing = record.attempts.flatMap((one) => (one.status === "ok" && one.speedup ? [one.speedup.median] : []));
  const promoted = record.promotions.flatMap(({ verdict }) => (verdict.status === "ok" && verdict.speedup.low > 1 ? [verdict.speedup.median] : []));
  const failed = Map.groupBy(
    counted.filter(({ status }) => status !== "ok"),
    ({ status }) => status,
  );
  return {
    kept: Math.max(1, ...promoted),
    best: Math.max(0, ...passing),
    attempts: counted.length,
    passed: counted.filter(({ status }) => status === "ok").length,
    tokens: record.spent.tokens,
    failures: Object.fromEntries([...failed].map(([status, of]) => [status, of.length])),
  };
}
