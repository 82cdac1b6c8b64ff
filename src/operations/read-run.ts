/** Reads a run for commands that inspect it: its record, and the damage in its event log. */
import { UserError } from "../domain/errors.ts";
import { kernelwright } from "../lib/shell.ts";
import { plural } from "../report/format.ts";
import { recordOf, type RunEvent, type RunRecord } from "../run/events.ts";
import type { LostLines, RunFolder } from "../run/run-folder.ts";
import { ROOT } from "../run/tree.ts";
import { warn } from "../tools/system/warn.ts";

/** The run's record. Warns on stderr if its log has lost lines. Undefined if the run has no event yet. */
export function recordIfBegun(run: RunFolder): RunRecord | undefined {
  const lost = run.lost();
  for (const line of lostText(lost)) warn(`${run.file("events.jsonl")}: ${line}`);
  const events = run.events();
  if (events.length > 0 && events[0]?.type !== "started")
    throw new UserError(`${run.path} cannot be read: the first line of its events.jsonl is damaged`, "restore the file from a copy, or start the run again");
  return events.length > 0 ? recordOf(events) : undefined;
}

/** Like `recordIfBegun`. Throws UserError if the run has no event yet. */
export function recordBegun(run: RunFolder): RunRecord {
  const record = recordIfBegun(run);
  if (!record) throw new UserError(`${run.path} has not begun: its event log is empty`, `start it with: ${kernelwright("resume", run.path)}`);
  return record;
}

/** Throws UserError if the log lost an attempt without which the search cannot continue: one with children, or one that its checkpoint has `named`. */
export function expectTree(run: RunFolder, named: readonly string[] = []): void {
  const missing = missingIn(run.events(), named);
  if (missing.length === 0) return;
  const { damaged, foreign } = run.lost();
  const lines = [...damaged, ...foreign].toSorted((a, b) => a - b).join(", ");
  throw new UserError(
    `${run.path} cannot go on: its events.jsonl lost ${missing.join(", ")}, which the search needs (unreadable lines: ${lines || "none"})`,
    "restore the file from a copy, or start the run again",
  );
}

/** Ids of attempts that are parents of others, or that a checkpoint has `named`, and are missing in the log. */
function missingIn(events: readonly RunEvent[], named: readonly string[]): string[] {
  const known = new Set(events.flatMap((one) => (one.type === "attempted" ? [one.attempt.id] : [])));
  const parents = events.flatMap((one) => {
    if (one.type === "selected") return one.expansions.map(({ parent }) => parent);
    return one.type === "attempted" && one.attempt.id !== ROOT ? [one.attempt.parent ?? ROOT] : [];
  });
  return [...new Set([...parents, ...named])].filter((id) => !known.has(id));
}

function lostText({ damaged, foreign }: LostLines): string[] {
  const text = (numbers: readonly number[], why: string): string[] =>
    numbers.length === 0 ? [] : [`${plural(numbers.length, "line")} cannot be read (line ${numbers.join(", ")}): ${why}; what stood there is left out`];
  return [...text(damaged, "a kill or a full disk cut it, or somebody changed it"), ...text(foreign, "another release wrote it")];
}
