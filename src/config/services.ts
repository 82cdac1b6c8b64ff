/** The composition root: builds the tools of a run from its settings. */
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { policyFlags, resolveSettings, resolveTarget } from "./resolve-settings.ts";
import { type Flags, flagsOf } from "./flags.ts";
import { hashOf } from "../lib/hash.ts";
import { createScrub } from "../tools/tracing/scrub.ts";
import type { Settings } from "../domain/settings.ts";
import { isPostgres, parseWorker } from "../domain/worker-spec.ts";
import { databaseOf, queueAddress, secrets, secretValues, tracingSettings, workerEnv } from "./environment.ts";
import { type Endpoint, liveEndpoint } from "../tools/model/endpoint.ts";
import { writeWhole } from "../tools/system/files.ts";
import { FileStore } from "../tools/storage/file-store.ts";
import { forkPath, forkRun } from "../run/fork.ts";
import { expectGpu, hasGpu } from "../tools/judge/gpu.ts";
import { blockLibrary } from "../tools/model/block-library.ts";
import { createJudge } from "../tools/judge/client.ts";
import { langsmithExporter } from "../tools/tracing/langsmith.ts";
import { openLedger, withTokens } from "../run/ledger.ts";
import { createBlockRecord } from "../tools/storage/block-record.ts";
import { createModel } from "../tools/model/client.ts";
import { otlpExporter } from "../tools/tracing/otlp.ts";
import { placesHere } from "../tools/system/places.ts";
import { renderPrompt } from "../tools/model/prompt.ts";
import { expectRecordedFor, readRecording, replayEndpoint } from "../tools/model/recordings.ts";
import { createReplies } from "../tools/model/reply-cache.ts";
import { type Listener, openRun, type RunFolder } from "../run/run-folder.ts";
import { lockRun } from "../run/lock.ts";
import { createRun, runEnding, stampNow } from "../run/run-file.ts";
import { shareWorkers, type Workers, type WorkerStanding } from "../tools/judge/shared-worker.ts";
import { type Claim, queueWorker } from "../tools/judge/queue/queue-worker.ts";
import { type QueueReader, queueReader } from "../tools/judge/queue/standing.ts";
import { spoolWorker } from "../tools/judge/spool-worker.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";
import { createTracing, type Tracing, untraced } from "../tools/tracing/trace.ts";
import { Watcher } from "../tools/tracing/watcher.ts";
import { tracedEndpoint, tracedWorker } from "../tools/tracing/traced.ts";
import { warn as warnHere } from "../tools/system/warn.ts";
import { processWorker, type Worker } from "../tools/judge/process-worker.ts";
import { EXAMPLE, readTask } from "../tools/tasks/task-file.ts";
import { publish } from "./publish.ts";

/** The silence of a model after which a message is printed. */
const SILENCE_MS = 60_000;

/** The worker that --worker names. `warn` receives messages for the user; a queue heeds `claim`. */
export function workerOf(worker: string, warn = warnHere, claim: Partial<Claim> = {}): Worker {
  const spec = parseWorker(worker);
  if (spec.kind === "spool") return spoolWorker(spec.folder, warn);
  if (spec.kind === "queue") return queueWorker(queueAddress(spec.database ?? undefined), claim, warn);
  return processWorker(spec.kind === "command" ? spec.words : [], workerEnv());
}

/** A reader of the queue in KERNELWRIGHT_DATABASE; null where that is no Postgres. */
export function queueHere(): QueueReader | null {
  const database = databaseOf();
  return database !== undefined && isPostgres(database) ? queueReader(database) : null;
}

/**
 * The settings of a run on this machine. When replaying, only explicit flags (`asked`) override the recording. Throws UserError for an invalid
 * flag, for a GPU that the judge here lacks, and for the recording of another task.
 */
export async function settingsFor(taskFile: string, flags: Flags, asked: Flags = flags): Promise<Settings> {
  const isFound = await hasGpu(flags.worker);
  if (!flags.estimate) expectGpu(resolveTarget(flags, isFound).target, isFound);
  return asRecorded(resolveSettings(taskFile, flags, isFound), asked);
}

/** A replay repeats the recorded search: its strategy, budget, seed and tree, unless flags override them. */
function asRecorded(settings: Settings, flags: Flags): Settings {
  if (settings.model.recording === null) return settings;
  const { run } = readRecording(settings.model.recording);
  expectRecordedFor(settings.model.recording, run, readTask(settings.taskFile));
  const choosesItself = flags.strategy !== undefined || flags.seed !== undefined || flags.async !== undefined;
  const policy = (flags.strategy === undefined && run.policy) || settings.policy;
  return {
    ...settings,
    seed: flags.seed === undefined ? run.seed : settings.seed,
    policy: { ...policy, attempts: run.attempts, ...policyFlags(flags) },
    model: {
      ...settings.model,
      name: `${run.model}, recorded ${run.date}`,
      winner: run.winner,
      order: run.order,
      expansions: choosesItself ? [] : run.expansions,
    },
  };
}

/** Overrides of a run's model, judge and standard error. */
interface Overrides {
  endpoint: Endpoint;
  worker: Worker;
  /** a smaller limit than the run's own: its part of a bench's tokens */
  tokens: number;
  warn(this: void, line: string): void;
  /** whether an open run is locked against other processes; the command line locks its run itself */
  locks: boolean;
}

/** A toolbox, with the functions that drive it beside the graph. */
interface Assembled extends Toolbox {
  /** callbacks for the graph's config, which trace it if tracing is configured */
  readonly callbacks: BaseCallbackHandler[];
  /** A callback that reports each run whose graph has ended, was stopped, or waits for a person. */
  whenDone(done: (run: string) => void): BaseCallbackHandler;
  /** The current work. */
  standing(): { runs: { run: string; modelCalls: number }[]; workers: WorkerStanding[] };
  close(abandon?: boolean): Promise<void>;
  release(run: string): void;
}

/**
 * Tools for runs, one set per folder. `close` accepts no more work and waits for work in flight. With `abandon` it stops the workers at once.
 * `release` stops one run: it aborts its model calls, ends its judge and releases its lock.
 */
export function createToolbox(listeners: readonly Listener[], runsFolder = "runs", command = "", overrides: Partial<Overrides> = {}): Assembled {
  const opened = new Map<string, Tools>();
  const warn = overrides.warn ?? warnHere;
  const workers = shareWorkers((name) => workerOf(name, warn));
  const tracing = tracingHere(warn);
  const unlock = new Map<string, () => void>();
  const open = (path: string): Tools => {
    const known = opened.get(path);
    if (known) return known;
    const run = openRun(path, listeners);
    if (overrides.locks) unlock.set(path, lockRun(run));
    const tools = toolsOf(run, overrides, workers, tracing);
    opened.set(path, tools);
    return tools;
  };
  const release = (path: string): void => {
    const tools = opened.get(path);
    opened.delete(path);
    unlock.get(path)?.();
    unlock.delete(path);
    tools?.model.close(true).catch((error: unknown) => warn(`the model calls of ${path} did not end in order: ${String(error)}`));
    tools?.judge.close(true).catch((error: unknown) => warn(`the judge of ${path} did not end in order: ${String(error)}`)); // nobody waits for it
  };
  return {
    open,
    standing: () => ({
      runs: [...opened.values()].map(({ run, model }) => ({ run: run.about.id, modelCalls: model.inFlight() })),
      workers: workers.standing(),
    }),
    whenDone: (done) => new Watcher({ start: () => {}, end: () => {}, finish: done }),
    callbacks: tracing ? [tracing.watch((path) => opened.get(path)?.run ?? openRun(path, listeners))] : [],
    async create(request, context, step) {
      const ending = hashOf(step).slice(0, 8);
      const made = runEnding(runsFolder, ending);
      if (made !== undefined) return resolve(made);
      const taskFile = request.source === "" ? request.task || EXAMPLE : pasted(request.source, runsFolder);
      const [task, settings] = [readTask(taskFile), await settingsFor(taskFile, flagsOf(request, context))];
      return createRun(join(runsFolder, `${task.name}-${stampNow()}-${ending}`), settings, task, command);
    },
    fork(path, fork, step) {
      const to = forkPath(path, hashOf(step).slice(0, 8));
      const folder = existsSync(join(to, "run.json")) ? to : forkRun(open(path).run, to, fork);
      release(path); // nobody works on it any more
      return folder;
    },
    release,
    async close(abandon) {
      await Promise.all([...opened.values()].flatMap(({ judge, model }) => [judge.close(abandon), model.close()]));
      await tracing?.flush();
      for (const free of unlock.values()) free();
      unlock.clear();
    },
  };
}

/** The traces for the environment's destinations. Null without a destination. */
function tracingHere(warn: Overrides["warn"]): Tracing | null {
  const { langsmith, otlp } = tracingSettings();
  const exporters = [...(langsmith ? [langsmithExporter(langsmith, warn)] : []), ...(otlp ? [otlpExporter(otlp, warn)] : [])];
  return exporters.length === 0 ? null : createTracing(exporters, createScrub(secretValues(), placesHere()));
}

/** A pasted task becomes a file, named by its content. */
function pasted(source: string, runsFolder: string): string {
  const file = join(runsFolder, "pasted", `task-${hashOf(source).slice(0, 8)}.py`);
  writeWhole(file, source);
  return file;
}

function toolsOf(run: RunFolder, overrides: Partial<Overrides>, workers: Workers, tracing: Tracing | null): Tools {
  const { settings } = run.about;
  const { model } = settings;
  const silence = { say: overrides.warn ?? warnHere, afterMs: SILENCE_MS };
  const endpoint =
    overrides.endpoint ??
    (model.source === "live" ? liveEndpoint(model, secrets().apiKey, silence) : replayEndpoint(model.recording ?? "", model.expansions.length > 0));
  const worker = overrides.worker ?? workers.lease(settings.worker);
  const trace = tracing?.of(run) ?? untraced;
  const ledger = openLedger(run, withTokens(settings.limits, overrides.tokens));
  return {
    run,
    ledger,
    trace,
    blocks: blockLibrary(),
    blockRecord: createBlockRecord(() => (settings.blockRecord === null ? null : FileStore.open(settings.blockRecord))),
    model: createModel(createReplies(tracing ? tracedEndpoint(endpoint, trace, model.price) : endpoint, run, model, ledger)),
    judge: createJudge(tracing ? tracedWorker(worker, trace) : worker, run.about.id, {
      folder: run.file("judged"),
      ledger,
      artifacts: run,
      host: () => run.tree.host(),
    }),
    render: renderPrompt,
    publish: (winner) => publish(run, winner),
  };
}
