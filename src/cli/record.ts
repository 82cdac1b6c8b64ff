/** What the commands that look at a run share: its record, and its artifacts. */
import { UserError } from "../domain/errors.ts";
import { kernelwright } from "../domain/shell.ts";
import { plural } from "../report/format.ts";
import { recordOf, type RunRecord } from "../domain/run-record.ts";
import type { RunFolder } from "../tools/run-folder.ts";
import { warn } from "../tools/warn.ts";

/** The run so far; undefined where it was stopped before its first event. */
export function recordIfBegun(run: RunFolder): RunRecord | undefined {
  const events = run.events();
  return events.length > 0 ? recordOf(events) : undefined;
}

/** The run so far, with a warning on stderr where events are lost to this release. Throws UserError where it was stopped before its first event. */
export function recordBegun(run: RunFolder): RunRecord {
  const record = recordIfBegun(run);
  if (!record) throw new UserError(`${run.path} has not begun: its event log is empty`, `start it with: ${kernelwright("resume", run.path)}`);
  const lost = run.unreadable();
  if (lost > 0) warn(`${plural(lost, "event")} of ${run.path} were written by another release and cannot be read; they are left out`);
  return record;
}
