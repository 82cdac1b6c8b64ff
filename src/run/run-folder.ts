/**
 * A run's folder, which holds all data of a run:
 *   run.json        version, settings, task, command     events.jsonl   what happened, in order
 *   artifacts/      sources, prompts, verdicts by hash   replies/       every model reply received
 *   judged/         the judge's jobs and their replies   checkpoints.db LangGraph's own
 *   best/ report.html                                    trace.json     where its trace begins, if it is traced
 */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { jsonOf } from "../lib/json.ts";
import { RunEvent, type RunEventBody } from "./events.ts";
import { type AttemptLog, createAttemptLog } from "./attempt-log.ts";
import { createFacts, type Facts } from "./facts.ts";
import { appendLine, readIfThere } from "../tools/system/files.ts";
import { upgradeEvent } from "./upgrade.ts";
import { type Artifacts, artifactsIn } from "./artifacts.ts";
import { readRunFile, type RunFile } from "./run-file.ts";

export interface RunFolder extends Artifacts {
  readonly path: string;
  readonly about: RunFile;
  /** Adds an event to the log and informs the listeners. A fact that the log already holds is skipped. */
  emit(body: RunEventBody): void;
  events(): RunEvent[];
  /** The unreadable lines of the log. */
  lost(): LostLines;
  /** The attempts so far. They are read once and then updated. */
  readonly tree: AttemptLog;
  file(name: string): string;
}

/** Unreadable lines of events.jsonl, numbered from 1: cut or overwritten lines, and events of another release. */
export interface LostLines {
  readonly damaged: readonly number[];
  readonly foreign: readonly number[];
}

export type Listener = (event: RunEvent) => void;

/** Opens a run's folder. Throws UserError if it is not a run, or if it has another version. */
export function openRun(path: string, listeners: readonly Listener[] = []): RunFolder {
  const folder = resolve(path);
  const about = readRunFile(folder);
  const file = (name: string): string => join(folder, name);
  let read: { facts: Facts; tree: AttemptLog } | undefined;
  const known = (): { facts: Facts; tree: AttemptLog } => {
    if (read) return read;
    const events = readEvents(file("events.jsonl"));
    return (read = { facts: createFacts(events), tree: createAttemptLog(events) });
  };
  const emit = (body: RunEventBody): void => {
    const event = RunEvent.parse({ at: new Date().toISOString(), ...body });
    const { facts, tree } = known();
    if (facts.knows(event)) return;
    appendLine(file("events.jsonl"), JSON.stringify(event));
    facts.note(event); // a line that could not be written is no fact
    tree.note(event);
    for (const listener of listeners) listener(event);
  };
  return {
    path: folder,
    about,
    file,
    get tree() {
      return known().tree;
    },
    ...artifactsIn(folder),
    emit,
    events: () => readEvents(file("events.jsonl")),
    lost: () => lostIn(file("events.jsonl")),
  };
}

/** The events of a log, without unreadable lines. */
function readEvents(path: string): RunEvent[] {
  return linesOf(path).flatMap(({ value }) => RunEvent.safeParse(value).data ?? []);
}

function lostIn(path: string): LostLines {
  const lines = linesOf(path);
  const numbers = (of: (value: unknown) => boolean): number[] => lines.flatMap(({ number, value }) => (of(value) ? [number] : []));
  return {
    damaged: numbers((value) => value === undefined),
    foreign: numbers((value) => value !== undefined && !RunEvent.safeParse(value).success),
  };
}

/** The numbered lines of a log, each with its event in this release's form. Undefined for a line without JSON. */
function linesOf(path: string): { number: number; value: unknown }[] {
  const lines = (readIfThere(path) ?? "").split("\n");
  return lines.flatMap((line, at) => (line.trim() === "" ? [] : [{ number: at + 1, value: upgradeEvent(jsonOf(line)) }]));
}

/** The call of a reply, from its file name: "r1b2.coder.0.json" answered r1b2.coder. */
const callOf = (name: string): string => name.replace(/\.\d+\.json$/, "");

/** The file names of a run's replies, in order. What a killed write has left beside them is no reply. */
export function replyNames(run: Pick<RunFolder, "file">): string[] {
  const folder = run.file("replies");
  return (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith(".json")).toSorted();
}

/** All model replies of a run as JSON, each with its call, ordered by name. */
export function repliesOf(run: RunFolder): string[] {
  return replyNames(run).map((name) => JSON.stringify({ call: callOf(name), ...(jsonOf(readIfThere(run.file(`replies/${name}`)) ?? "") as object) }));
}
