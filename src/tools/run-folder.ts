/**
 * A run's folder, the only thing a run leaves behind:
 *   run.json        version, settings, task, command     events.jsonl   what happened, in order
 *   artifacts/      sources, prompts, verdicts by hash   replies/       every model reply received
 *   judged/         every reply of the judge             checkpoints.db LangGraph's own
 *   best/ report.html                                    trace.json     where its trace begins, if it is traced
 */
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { Word } from "../domain/approval.ts";
import { Candidate } from "../domain/candidate.ts";
import { UserError } from "../domain/errors.ts";
import { kernelwright } from "../domain/shell.ts";
import { hashOf } from "../domain/hash.ts";
import { jsonOf } from "../domain/json.ts";
import { RunEvent, type RunEventBody } from "../domain/run-record.ts";
import { Settings } from "../domain/settings.ts";
import { Task } from "../domain/task.ts";
import { type AttemptLog, createAttemptLog } from "./attempt-log.ts";
import { appendLine, readIfThere, writeWhole } from "./files.ts";

const VERSION = 2;
const RunFile = z.object({
  version: z.literal(VERSION),
  id: z.string(),
  command: z.string(),
  settings: Settings,
  task: Task,
  start: Candidate.nullable().default(null),
});
export type RunFile = z.infer<typeof RunFile>;

export interface RunFolder {
  readonly path: string;
  readonly about: RunFile;
  /** Keeps a text under its hash and returns the hash. */
  put(text: string): string;
  /** The text kept under a hash; throws when there is none. */
  get(hash: string): string;
  /** The candidate kept under a hash. */
  candidate(hash: string | null): Candidate;
  /** Adds an event to the log and tells the listeners. */
  emit(body: RunEventBody): void;
  /** Writes down what a person said; not again where a node that was killed before its checkpoint says it once more. */
  tell(word: Word): void;
  events(): RunEvent[];
  /** How many events of the log this release cannot read: another one wrote them. */
  unreadable(): number;
  /** The attempts so far: read once, then kept up to date. */
  readonly tree: AttemptLog;
  file(name: string): string;
}

export type Listener = (event: RunEvent) => void;

/** The moment, in names of folders: "2026-11-21T09-30-00". */
export const stampNow = (): string => new Date().toISOString().replace(/[:.]/g, "-").slice(0, 19);

/** A folder's name that no other process comes upon. */
export const apart = (name: string): string => `${name}-${randomUUID().slice(0, 4)}`;

/** Makes the folder of a new run; `start` is a kernel to start from. Throws UserError when there is a run in it already. */
export function createRun(path: string, settings: Settings, task: Task, command: string, start: Candidate | null = null): string {
  const folder = resolve(path);
  if (existsSync(join(folder, "run.json")))
    throw new UserError(`${folder} already holds a run`, `go on with it: ${kernelwright("resume", path)}; or choose another --out`);
  const id = `${task.name}-${hashOf(`${folder} ${Date.now()}`).slice(0, 8)}`;
  writeWhole(join(folder, "run.json"), `${JSON.stringify({ version: VERSION, id, command, settings, task, start }, null, 2)}\n`);
  return folder;
}

/**
 * Makes this process the only one that works on the run; returns how to give that up. A lock whose owner is gone is taken.
 * Throws UserError while another process holds it.
 */
export function lockRun(run: RunFolder): () => void {
  const place = run.file("lock");
  const owner = ownerOf(run);
  if (isLocked(run)) throw new UserError(`process ${owner} works on this run already`, `wait for it, or stop it: kill ${owner}`);
  writeWhole(place, String(process.pid));
  return () => rmSync(place, { force: true });
}

/** Whether another process works on the run. */
export function isLocked(run: RunFolder): boolean {
  const owner = ownerOf(run);
  return owner > 0 && owner !== process.pid && isAlive(owner);
}

const ownerOf = (run: RunFolder): number => Number(readIfThere(run.file("lock")) ?? 0);

/** The folders in `folder` that hold a run, by name. Throws UserError where there is no such folder. */
export function runsIn(folder: string): string[] {
  if (!existsSync(folder)) throw new UserError(`there is no folder ${resolve(folder)}`, "name the folder that holds the runs with --runs");
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, "run.json")));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Opens a run's folder. Throws UserError when it is none, or one of another version. */
export function openRun(path: string, listeners: readonly Listener[] = []): RunFolder {
  const folder = resolve(path);
  const about = readRunFile(folder);
  const file = (name: string): string => join(folder, name);
  let log: AttemptLog | undefined;
  const emit = (body: RunEventBody): void => {
    const event = RunEvent.parse({ at: new Date().toISOString(), ...body });
    appendLine(file("events.jsonl"), JSON.stringify(event));
    log?.note(event); // one that is made later reads the event from the file
    for (const listener of listeners) listener(event);
  };
  const tree = (): AttemptLog => (log ??= createAttemptLog(readEvents(file("events.jsonl"))));
  return {
    path: folder,
    about,
    file,
    get tree() {
      return tree();
    },
    ...artifactsIn(folder),
    emit,
    tell(word) {
      const isKnown = tree()
        .told()
        .some(({ kind, on, text }) => kind === word.kind && on === word.on && text === word.text);
      if (!isKnown) emit({ type: "told", word });
    },
    events: () => readEvents(file("events.jsonl")),
    unreadable: () => valuesIn(file("events.jsonl")).filter((one) => !RunEvent.safeParse(one).success).length,
  };
}

/** Texts by hash. */
function artifactsIn(folder: string): Pick<RunFolder, "put" | "get" | "candidate"> {
  const place = (hash: string): string => join(folder, "artifacts", hash);
  const get = (hash: string): string => {
    const text = readIfThere(place(hash));
    if (text === undefined) throw new UserError(`${folder} lacks artifact ${hash}`, "the folder is damaged; start the run again");
    return text;
  };
  return {
    put(text) {
      const hash = hashOf(text);
      if (!existsSync(place(hash))) writeWhole(place(hash), text);
      return hash;
    },
    get,
    candidate: (hash) => Candidate.parse(JSON.parse(get(hash ?? ""))),
  };
}

function readRunFile(folder: string): RunFile {
  const text = readIfThere(join(folder, "run.json"));
  const bench =
    existsSync(join(folder, "bench.json")) && "it is a bench: name a run in it, <variant>/<task>, or use npx kernelwright bench resume, report or compare";
  if (text === undefined)
    throw new UserError(`${folder} is not a run: it has no run.json`, bench || "name the folder that optimize printed, for example runs/<task>-<time>");
  const value = jsonOf(text);
  const version = (value as { version?: unknown } | undefined)?.version;
  if (typeof version === "number" && version !== VERSION)
    throw new UserError(
      `${folder} is a run of version ${version}; this program reads version ${VERSION}`,
      "open it with the release that made it, or start a new run",
    );
  const parsed = RunFile.safeParse(value);
  if (!parsed.success) throw new UserError(`${join(folder, "run.json")} is damaged: ${z.prettifyError(parsed.error)}`, "start the run again");
  return parsed.data;
}

function readEvents(path: string): RunEvent[] {
  return valuesIn(path).flatMap((value) => RunEvent.safeParse(value).data ?? []);
}

/** What the lines of a log hold; one that a kill cut short is passed over. */
function valuesIn(path: string): unknown[] {
  const lines = (readIfThere(path) ?? "").split("\n");
  return lines.flatMap((line) => jsonOf(line) ?? []);
}

/** Every model reply a run received, oldest name first. */
export function repliesOf(run: RunFolder): string[] {
  const folder = run.file("replies");
  return existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map((name) => readIfThere(join(folder, name)) ?? "")
    : [];
}
