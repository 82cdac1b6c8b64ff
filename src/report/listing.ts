/** Runs beside each other in one table: what each is about, how far it came, what it found. Which folders are runs is not known here. */
import type { Ratio } from "../domain/measure.ts";
import type { RunRecord } from "../domain/run-record.ts";
import type { Settings } from "../domain/settings.ts";
import { ratio } from "./format.ts";
import { outcomeOf } from "./outcome.ts";
import { printable } from "./text.ts";

/** A run in a list, as `list --json` prints it. */
export interface Listed {
  run: string;
  task: string;
  target: string;
  strategy: string;
  /** kernels tried, repairs included */
  attempts: number;
  /** how many may be tried */
  limit: number;
  /** of the winner, or of the fastest attempt so far; null where nothing was measured */
  speedup: Ratio | null;
  /** whether `speedup` was measured again in a fresh process */
  promoted: boolean;
  status: "won" | "no win" | "running" | "stopped" | "not begun";
  /** since the run began; null where it has not */
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

/** The list as a table with a heading; a speedup that only the search has measured is said to be one. */
export function renderListing(rows: readonly Listed[]): string {
  const heading = ["run", "task", "target", "strategy", "attempts", "best speedup", "status", "age"];
  const cells = rows.map(({ run, task, target, strategy, attempts, limit, speedup, promoted, status, ageSeconds }) => [
    run,
    task,
    target,
    strategy,
    `${attempts}/${limit}`,
    speedup ? `${ratio(speedup)}${promoted ? "" : " (search)"}` : "–",
    status,
    ageSeconds === null ? "–" : age(ageSeconds),
  ]);
  return printable(aligned([heading, ...cells]));
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
