import { resolve } from "node:path";
import { UserError } from "../../domain/errors.ts";
import { type Listed, listed, renderListing } from "../../report/terminal/listing.ts";
import { openRun } from "../../run/run-folder.ts";
import { runsIn } from "../../run/run-file.ts";
import { isLocked } from "../../run/lock.ts";
import { warn } from "../../tools/system/warn.ts";
import { recordIfBegun } from "../../operations/read-run.ts";

/** `kernelwright list`: the runs of a folder, the latest last. It skips unreadable runs with a message. */
export function list(flags: { runs?: string; json?: boolean }): void {
  const folder = flags.runs ?? "runs";
  const rows = rowsIn(folder);
  if (flags.json) return console.log(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return console.log(`no runs in ${resolve(folder)}; name another folder with --runs`);
  process.stdout.write(renderListing(rows));
}

/** The runs of a folder, the latest last. */
export function rowsIn(folder: string): Listed[] {
  return runsIn(folder)
    .flatMap((path) => rowOf(path) ?? [])
    .toSorted((a, b) => (b.ageSeconds ?? 0) - (a.ageSeconds ?? 0));
}

function rowOf(path: string): Listed | undefined {
  try {
    const run = openRun(path);
    const { task, settings } = run.about;
    return listed(path, task.name, settings, recordIfBegun(run), isLocked(run), Date.now());
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    warn(`passed over: ${error.message}`);
    return undefined;
  }
}
