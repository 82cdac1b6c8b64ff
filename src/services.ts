/** The composition root: builds the tools of a run from its settings. */
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type Flags, flagsOf, policyFlags, resolveSettings } from "./config.ts";
import type { SourceFile } from "./domain/candidate.ts";
import { UserError } from "./domain/errors.ts";
import { hashOf } from "./domain/hash.ts";
import { createScrub } from "./domain/scrub.ts";
import { recordOf, type RunRecord } from "./domain/run-record.ts";
import type { Settings } from "./domain/settings.ts";
import type { Task } from "./domain/task.ts";
import { secrets, secretValues, tracingSettings, workerEnv } from "./environment.ts";
import { renderHtml } from "./report/html.ts";
import { type Endpoint, liveEndpoint } from "./tools/endpoint.ts";
import { readIfThere, writeWhole } from "./tools/files.ts";
import { FileStore } from "./tools/file-store.ts";
import { forkPath, forkRun } from "./tools/fork.ts";
import { hasGpu } from "./tools/gpu.ts";
import { createJudge } from "./tools/judge.ts";
import { langsmithExporter } from "./tools/langsmith.ts";
import { openLedger } from "./tools/ledger.ts";
import { createMemory } from "./tools/memory.ts";
import { createModel } from "./tools/model.ts";
import { otlpExporter } from "./tools/otlp.ts";
import { placesHere } from "./tools/places.ts";
import { renderPrompt } from "./tools/prompt.ts";
import { readRecording, replayEndpoint } from "./tools/recording.ts";
import { createReplies, exchangesOf } from "./tools/replies.ts";
import { apart, createRun, type Listener, openRun, type RunFolder, stampNow } from "./tools/run-folder.ts";
import { shareWorkers, type Workers, type WorkerStanding } from "./tools/shared-worker.ts";
import { spoolWorker } from "./tools/spool.ts";
import type { Toolbox, Tools } from "./tools/toolbox.ts";
import { createTracing, type Tracing, untraced } from "./tools/trace.ts";
import { Watcher } from "./tools/trace-watcher.ts";
import { tracedEndpoint, tracedWorker } from "./tools/traced.ts";
import { warn as warnHere } from "./tools/warn.ts";
import { processWorker, splitPrefix, type Worker } from "./tools/worker.ts";

/** The worker that --worker names: empty = a process here, spool:DIR, or a command prefix. What a person must know goes to `warn`. */
export function workerOf(worker: string, warn = warnHere): Worker {
  return worker.startsWith("spool:") ? spoolWorker(worker.slice("spool:".length), warn) : processWorker(splitPrefix(worker), workerEnv());
}

/** Reads a task file. Throws UserError when it is no readable Python file with a Model. */
export function readTask(path: string): Task {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw new UserError(
      found ? `${path} is a folder, and a task is one file` : `there is no task file at ${path}`,
      "name a Python file with Model, get_inputs and get_init_inputs; examples are in evals/tasks",
    );
  const source = readFileSync(path, "utf8");
  for (const name of ["Model", "get_inputs", "get_init_inputs"])
    if (!new RegExp(`^(class|def)\\s+${name}\\b|^${name}\\s*=|import.*\\b${name}\\b`, "m").test(source))
      throw new UserError(`${path} defines no ${name}`, "a task defines the class Model and the functions get_inputs and get_init_inputs, as in KernelBench");
  return { name: basename(path, ".py").replace(/[^\w.-]/g, "_"), source };
}

/** The task that stands in where none is named. */
export const EXAMPLE = join(import.meta.dirname, "..", "evals", "tasks", "row_softmax.py");

/** The settings of a run on this machine; a replay heeds only what was `asked` for itself. Throws UserError for a flag that fits nothing. */
export async function settingsFor(taskFile: string, flags: Flags, asked: Flags = flags): Promise<Settings> {
  return asRecorded(resolveSettings(taskFile, flags, await hasGpu(flags.worker)), asked);
}

/** A replay is the search that was recorded: its strategy, budget and seed, unless flags say otherwise. */
function asRecorded(settings: Settings, flags: Flags): Settings {
  if (settings.model.recording === null) return settings;
  const { run } = readRecording(settings.model.recording);
  const policy = (flags.strategy === undefined && run.policy) || settings.policy;
  return {
    ...settings,
    seed: flags.seed === undefined ? run.seed : settings.seed,
    policy: { ...policy, attempts: run.attempts, ...policyFlags(flags) },
    model: { ...settings.model, name: `${run.model}, recorded ${run.date}`, winner: run.winner, order: run.order },
  };
}

/** What stands in the place of a run's model and judge, and of standard error. */
interface Doors {
  endpoint: Endpoint;
  worker: Worker;
  warn(this: void, line: string): void;
}

/** A toolbox, and what drives it beside the graph. */
interface Assembled extends Toolbox {
  /** for the graph's config: they trace it, where that is configured */
  readonly callbacks: BaseCallbackHandler[];
  /** A callback that tells of each run whose graph has ended, was stopped, or waits for a person. */
  whenDone(done: (run: string) => void): BaseCallbackHandler;
  /** What is at work now. */
  standing(): { runs: { run: string; modelCalls: number }[]; workers: WorkerStanding[] };
  close(abandon?: boolean): Promise<void>;
  release(run: string): void;
}

/** Tools for runs, kept per folder; `close` takes no more work and waits for that in flight, of workers only without `abandon`, `release` one run's at once. */
export function createToolbox(listeners: readonly Listener[], runsFolder = "runs", command = "", doors: Partial<Doors> = {}): Assembled {
  const opened = new Map<string, Tools>();
  const warn = doors.warn ?? warnHere;
  const workers = shareWorkers((name) => workerOf(name, warn));
  const tracing = tracingHere(warn);
  const open = (path: string): Tools => {
    const known = opened.get(path) ?? toolsOf(openRun(path, listeners), doors, workers, tracing);
    opened.set(path, known);
    return known;
  };
  const release = (path: string): void => {
    const tools = opened.get(path);
    opened.delete(path);
    tools?.judge.close(true).catch((error: unknown) => warn(`the judge of ${path} did not end in order: ${String(error)}`)); // nobody waits for it
  };
  return {
    open,
    standing: () => ({
      runs: [...opened.values()].map(({ run, model }) => ({ run: run.about.id, modelCalls: model.inFlight() })),
      workers: workers.standing(),
    }),
    whenDone: (done) => new Watcher({ start: () => {}, end: () => {}, finish: done }),
    callbacks: tracing ? [tracing.watch((path) => open(path).run)] : [],
    async create(request, equipment) {
      const taskFile = request.source === "" ? request.task || EXAMPLE : pasted(request.source, runsFolder);
      const [task, settings] = [readTask(taskFile), await settingsFor(taskFile, flagsOf(request, equipment))];
      return createRun(join(runsFolder, apart(`${task.name}-${stampNow()}`)), settings, task, command);
    },
    fork(path, fork) {
      const folder = forkRun(open(path).run, forkPath(path), fork);
      release(path); // nobody works on it any more
      return folder;
    },
    release,
    async close(abandon) {
      await Promise.all([...opened.values()].flatMap(({ judge, model }) => [judge.close(abandon), model.close()]));
      await tracing?.flush();
    },
  };
}

/** Traces to where the environment says; null where it says nothing. */
function tracingHere(warn: Doors["warn"]): Tracing | null {
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

function toolsOf(run: RunFolder, doors: Partial<Doors>, workers: Workers, tracing: Tracing | null): Tools {
  const { settings } = run.about;
  const { model } = settings;
  const endpoint = doors.endpoint ?? (model.source === "live" ? liveEndpoint(model, secrets().apiKey) : replayEndpoint(model.recording ?? ""));
  const worker = doors.worker ?? workers.lease(settings.worker);
  const trace = tracing?.of(run) ?? untraced;
  const ledger = openLedger(run, settings.limits);
  return {
    run,
    ledger,
    trace,
    memory: createMemory(() => (settings.memory === null ? null : FileStore.open(settings.memory))),
    model: createModel(createReplies(tracing ? tracedEndpoint(endpoint, trace, model.price) : endpoint, run, model, ledger)),
    judge: createJudge(tracing ? tracedWorker(worker, trace) : worker, run.about.id, { folder: run.file("judged"), ledger }),
    render: renderPrompt,
    publish: (winner) => publish(run, winner),
  };
}

/** Looks up what a run keeps; undefined where it is gone. */
export const artifactsOf = (run: RunFolder) => (hash: string) => readIfThere(run.file(`artifacts/${hash}`));

/** Writes the run's report.html and returns its path. */
export function writeReport(run: RunFolder, record: RunRecord): string {
  const path = run.file("report.html");
  writeWhole(path, renderHtml(record, artifactsOf(run), exchangesOf(run)));
  return path;
}

function publish(run: RunFolder, winner: string | null): void {
  const finished = { type: "finished", best: winner, report: "report.html" } as const;
  const record = recordOf([...run.events(), { ...finished, at: new Date().toISOString() }]);
  writeReport(run, record);
  const best = record.attempts.find((one) => one.id === winner);
  const files: SourceFile[] = best ? run.candidate(best.source).files : [];
  for (const file of files) writeWhole(run.file(`best/${file.name}`), file.text);
  run.emit(finished); // last: a run that says it is finished has its report
}
