import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../domain/errors.ts";
import { bytes, plural } from "../../report/format.ts";
import type { Listed } from "../../report/terminal/listing.ts";
import { rowsIn } from "./list.ts";

const DAY_SECONDS = 86_400;

interface PruneFlags {
  runs?: string;
  olderThan: string;
  withoutWin?: boolean;
  force?: boolean;
}

/** `kernelwright prune`: lists the folders of old runs, and deletes them with `--force`. It keeps active runs. */
export function prune({ runs = "runs", olderThan, withoutWin = false, force = false }: PruneFlags): void {
  const days = Number(olderThan);
  if (olderThan.trim() === "" || !(days >= 0)) throw new UserError(`--older-than is ${olderThan}`, "give a number of days, such as 30 or 0.5");
  const old = ({ status, ageSeconds }: Listed): boolean =>
    status !== "running" && (ageSeconds ?? Infinity) >= days * DAY_SECONDS && !(withoutWin && status === "won");
  const found = rowsIn(runs).filter(old);
  let freed = 0;
  for (const { run, task, status } of found) {
    const size = sizeOf(run);
    freed += size;
    if (force) rmSync(run, { recursive: true, force: true });
    console.log(`${force ? "removed" : "would remove"} ${run}: ${task}, ${status}, ${bytes(size)}`);
  }
  console.log(
    `${force ? "Removed" : "Would remove"} ${plural(found.length, "run")}, ${bytes(freed)}.${force || found.length === 0 ? "" : " Remove them with --force."}`,
  );
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0);
}
