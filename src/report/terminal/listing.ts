/** Runs in one table: the task, the progress and the result of each. The caller finds the runs' folders. */
import type { Ratio } from "../../domain/measure.ts";
import type { RunRecord } from "../../run/events.ts";
import type { Settings } from "../../domain/settings.ts";
import { ratio } from "../format.ts";
import { outcomeOf } from "../run/outcome.ts";
import { printable } from "./summary.ts";

/** A run in a list, as `list --json` prints it. */
export interface Listed {
  run: string;
  task: string;
  target: string;
  strategy: string;
  /** kernels tried, repairs included */
  attempts: number;
  /** the budget of kernels */
  limit: number;
  /** of the winner, or of the fastest attempt so far; null without a measurement */
  speedup: Ratio | null;
  /** whether `speedup` was measured again in a fresh process */
  promoted: boolean;
  status: "won" | "no win" | "running" | "stopped" | "not begun";
  /** since the run began; null before that */
  ageSeconds: number | null;
}

/** The row of one run; `record` is undefined where it has not begun, `now` is in milliseconds since the epoch. */
export function listed(run: string, task: string, settings: Settings, record: RunRecord | undefined, running: boolean, now: number): Listed {
  const outcome = record && outcomeOf(record, () => undefined);
  return {
    run,
    task,
    target: settings.target,
    strategy: settings.policy.strategy,
    attempts: record?.attempts.filter((one) => one.role !== "reference").length ?? 0,
    limit: settings.policy.attempts,
    speedup: outcome?.speedup ?? null,
    promoted: outcome?.promoted ?? false,
    status: statusOf(record, running),
    ageSeconds: record ? Math.max(0, (now - Date.parse(record.started.at)) / 1000) : null,
  };
}

function statusOf(record: RunRecord | undefined, running: boolean): Listed["status"] {
  if (record?.finished) return record.finished.best === null ? "no win" : "won";
  if (running) return "running";
  return record ? "stopped" : "not begun";
}

/** The headings of a list of runs. */
export const listingHeads = ["run", "task", "target", "strategy", "attempts", "best speedup", "status", "age"];

/** The cells of a run's row. "(search)" marks a speedup that only the search has measured. */
export function listingCells({ run, task, target, strategy, attempts, limit, speedup, promoted, status, ageSeconds }: Listed): string[] {
  const best = speedup ? `${ratio(speedup)}${promoted ? "" : " (search)"}` : "–";
  return [run, task, target, strategy, `${attempts}/${limit}`, best, status, ageSeconds === null ? "–" : age(ageSeconds)];
}

/** The list as a table with a heading. */
export function renderListing(rows: readonly Listed[]): string {
  return printable(aligned([listingHeads, ...rows.map(listingCells)]));
}

/** Columns as wide as their widest cell, two spaces apart; one line per row. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, at) => Math.max(cell.length, all[at] ?? 0)), []);
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** "40 s", "12 min", "5 h", "3 d": the largest unit alone, rounded down. */
function age(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}
