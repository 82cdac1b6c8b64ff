/** run.json: the settings of a run. Makes, reads and lists runs. */
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { Candidate } from "../domain/candidate.ts";
import { Incumbent } from "../domain/incumbent.ts";
import { UserError } from "../domain/errors.ts";
import { kernelwright } from "../lib/shell.ts";
import { hashOf } from "../lib/hash.ts";
import { jsonOf } from "../lib/json.ts";
import { Settings } from "../domain/settings.ts";
import { lockRun } from "./lock.ts";
import { Task } from "../domain/task.ts";
import { makeFolder, readIfThere, writeWhole } from "../tools/system/files.ts";

const VERSION = 2;

export const RunFile = z.object({
  version: z.literal(VERSION),
  id: z.string(),
  command: z.string(),
  settings: Settings,
  task: Task,
  start: Candidate.nullable().default(null).describe("a kernel to start from"),
  against: z.array(Incumbent).default([]).describe("the user's own baselines"),
});
export type RunFile = z.infer<typeof RunFile>;

/** The current time for folder names: "2026-11-21T09-30-00". Two processes may have the same, so see uniqueName. */
export const stampNow = (): string => new Date().toISOString().replace(/[:.]/g, "-").slice(0, 19);

/** A folder name that is unique among processes. */
export const uniqueName = (name: string): string => `${name}-${randomUUID().slice(0, 4)}`;

/** The run in `folder` whose name ends with `ending`, if any. */
export const runEnding = (folder: string, ending: string): string | undefined =>
  existsSync(folder) ? runsIn(folder).find((path) => path.endsWith(`-${ending}`)) : undefined;

/** Makes the folder of a new run. Throws UserError if the folder already holds a run. */
export function createRun(path: string, settings: Settings, task: Task, command: string, given: Partial<Pick<RunFile, "start" | "against">> = {}): string {
  return writeRunFile(path, newRun(path, { settings, task, command, start: null, against: [], ...given }));
}

/** The settings of a new run at `path`. Writes nothing. Throws UserError if the folder already holds a run. */
export function newRun(path: string, asked: Omit<RunFile, "version" | "id">): RunFile {
  const folder = resolve(path);
  expectNoRun(path);
  return { version: VERSION, id: `${asked.task.name}-${hashOf(`${folder} ${Date.now()}`).slice(0, 8)}`, ...asked };
}

function expectNoRun(path: string): void {
  const folder = resolve(path);
  if (existsSync(join(folder, "run.json")))
    throw new UserError(`${folder} already holds a run`, `go on with it: ${kernelwright("resume", path)}; or choose another --out`);
}

/** Turns the folder into a run and returns its absolute path. Throws UserError if it holds a run, also one that another process makes at the same time. */
export function writeRunFile(path: string, { version, id, command, settings, task, start, against }: RunFile): string {
  const folder = resolve(path);
  makeFolder(folder);
  const release = lockRun({ file: (name) => join(folder, name) });
  try {
    expectNoRun(path);
    writeWhole(join(folder, "run.json"), `${JSON.stringify({ version, id, command, settings, task, start, against }, null, 2)}\n`);
  } finally {
    release();
  }
  return folder;
}

/** The folders in `folder` that hold a run, by name. Throws UserError if `folder` is missing. */
export function runsIn(folder: string): string[] {
  if (!existsSync(folder)) throw new UserError(`there is no folder ${resolve(folder)}`, "name the folder that holds the runs with --runs");
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, "run.json")));
}

export function readRunFile(folder: string): RunFile {
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
