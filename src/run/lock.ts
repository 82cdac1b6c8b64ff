/** The lock of a run: only one process works on it at a time. */
import { linkSync, rmSync, writeFileSync } from "node:fs";
import { UserError } from "../domain/errors.ts";
import { readIfThere, removeParts } from "../tools/system/files.ts";
import type { RunFolder } from "./run-folder.ts";

type Locked = Pick<RunFolder, "file">;

/**
 * Takes the lock of the run and returns a function that releases it. A lock of an ended process is
 * taken over. Throws UserError while another process holds it.
 */
export function lockRun(run: Locked): () => void {
  const place = run.file("lock");
  const own = run.file(`lock.${process.pid}`);
  writeFileSync(own, String(process.pid));
  try {
    while (!placed(own, place)) {
      const owner = ownerOf(run);
      if (isOther(owner)) throw new UserError(`process ${owner} works on this run already`, `wait for it, or stop it: kill ${owner}`);
      clear(run, own);
    }
  } finally {
    rmSync(own, { force: true });
  }
  for (const folder of ["replies", "judged", "artifacts"]) removeParts(run.file(folder)); // only the owner writes there
  return () => {
    if (ownerOf(run) === process.pid) rmSync(place, { force: true });
  };
}

/** Whether another process works on the run. */
export const isLocked = (run: Locked): boolean => isOther(ownerOf(run));

const ownerOf = (run: Locked): number => Number(readIfThere(run.file("lock")) ?? 0);

/** Creates a whole file at `place` atomically. False if it already exists. Of several processes one succeeds. */
function placed(file: string, place: string): boolean {
  try {
    linkSync(file, place);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes the lock of an ended process. Only one process does so at a time, and it checks the owner again: a replaced lock
 * stays. Nobody removes another process's guard, or two could be at it. Throws UserError while another process is at it.
 */
function clear(run: Locked, own: string): void {
  const guard = run.file("lock.clearing");
  if (!placed(own, guard)) {
    const clearing = Number(readIfThere(guard) ?? 0);
    if (isOther(clearing)) throw new UserError(`process ${clearing} is taking this run over`, "try again, or wait for it");
    if (clearing > 0) throw new UserError(`process ${clearing} was killed while it took this run over`, `remove ${guard}`);
    return; // that process has just finished: look again
  }
  try {
    if (!isOther(ownerOf(run))) rmSync(run.file("lock"), { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

const isOther = (owner: number): boolean => owner > 0 && owner !== process.pid && isAlive(owner);

/** A process of another user answers with EPERM: it is alive. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
