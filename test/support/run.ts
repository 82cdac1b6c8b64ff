/** Runs over a scripted judge: their folders, made with settings that the command line does not offer, and what came of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../../src/lib/json.ts";
import type { RunEvent } from "../../src/run/events.ts";
import { recordOf } from "../../src/run/events.ts";
import { Policy, Settings, type StrategyName } from "../../src/domain/settings.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import { readTask } from "../../src/tools/tasks/task-file.ts";
import { readRecording } from "../../src/tools/model/recordings.ts";
import { createRun } from "../../src/run/run-file.ts";
import { scratch } from "./command.ts";
import { affineTask as task, scriptedJudge } from "./places.ts";

/** Makes the folder of a run that `resume` then starts. */
export function makeRun(
  strategy: StrategyName,
  url: string,
  { parallel = 8, recording, ...policy }: { parallel?: number; recording?: string } & Partial<Policy> = {},
): string {
  const settings = Settings.parse({
    taskFile: task,
    target: "cpu",
    language: "cpp",
    worker: scriptedJudge,
    model: recording
      ? { name: "scripted", source: "replay", recording, order: readRecording(recording).run.order, parallel }
      : { name: "scripted", source: "live", baseURL: url, parallel },
    policy: Policy.parse({ ...strategies[strategy].set, strategy, earlyStop: false, ...policy }),
  });
  return createRun(join(scratch(), "run"), settings, readTask(task), "scripted");
}

/** The events so far; a line that is being written is left out. */
export function eventsOf(run: string): RunEvent[] {
  const lines = readFileSync(join(run, "events.jsonl"), "utf8").split("\n");
  return lines.flatMap((line) => (jsonOf(line) as RunEvent | undefined) ?? []);
}

/** The tree of a run as lines: id, parent, who, outcome, speedup. */
export function treeOf(run: string): string[] {
  const events = eventsOf(run);
  return (events.length === 0 ? [] : recordOf(events).attempts)
    .filter((one) => one.role !== "reference")
    .map(
      (one) =>
        `${one.id} < ${one.parent} ${one.role} ${one.status}${one.speedup ? ` ${one.speedup.median.toFixed(3)}` : ""} ${one.normalized?.slice(0, 6) ?? "-"}`,
    )
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** The JSON files in a folder of a run, by name. Empty where there is no such folder yet. */
export const filesOf = (run: string, folder: string): string[] =>
  (existsSync(join(run, folder)) ? readdirSync(join(run, folder)) : []).filter((name) => name.endsWith(".json"));
