/** The lock of a run: only one process works on it at a time, also where containers or hosts share the folder. */
import { randomUUID } from "node:crypto";
import { closeSync, futimesSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";
import { UserError } from "../domain/errors.ts";
import { jsonOf } from "../lib/json.ts";
import { readIfThere, removeParts } from "../tools/system/files.ts";
import { hostTrouble } from "../tools/system/host-trouble.ts";

/** A run, or the folder of one that is being made. */
interface Locked {
  file(name: string): string;
}

/** An owner writes the time into its lock so often. */
const BEAT_MS = 10_000;
/** An owner whose process cannot be asked from here counts as alive for this time after its last beat. */
const FRESH_MS = 60_000;

/** The process that holds a lock. */
const Owner = z.object({
  host: z.string(),
  space: z.string().describe("where the id means this process: one boot of one host, and there one container"),
  pid: z.number().int().positive(),
  started: z.string().describe("tells it from a later process with the same id; empty where the system does not say"),
  token: z.string().describe("tells this lock from others"),
});
type Owner = z.infer<typeof Owner>;

const bootId = readIfThere("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
const processSpace = statSync("/proc/self/ns/pid", { throwIfNoEntry: false })?.ino ?? "";
const HERE = { host: hostname(), space: `${hostname()} ${bootId} ${processSpace}`, pid: process.pid, started: startOf(process.pid) };

/**
 * Takes the lock of the run and returns a function that releases it. A lock of an ended process is
 * taken over. A process of another container or host has ended when its lock had no sign of life for a minute. Throws UserError while another
 * process holds it.
 */
export function lockRun(run: Locked, beatMs = BEAT_MS): () => void {
  const place = run.file("lock");
  const own: Owner = { ...HERE, token: randomUUID() };
  while (!placed(own, place)) {
    const owner = otherAt(place);
    if (owner) throw new UserError(`${named(owner)} works on this run already`, remedyFor(owner));
    clear(run, own);
  }
  for (const folder of ["replies", "judged", "artifacts"]) removeParts(run.file(folder)); // only the owner writes there
  const beating = setInterval(beat, beatMs, place, own).unref();
  return () => {
    clearInterval(beating);
    if (ownerAt(place)?.token === own.token) rmSync(place, { force: true });
  };
}

/** Whether another process works on the run. */
export const isLocked = (run: Locked): boolean => otherAt(run.file("lock")) !== undefined;

/** The owner of a lock; undefined without a lock. A lock that is being written has an unknown one. */
function ownerAt(place: string): Partial<Owner> | undefined {
  const text = readIfThere(place);
  return text === undefined ? undefined : ownerIn(text);
}

function ownerIn(text: string): Partial<Owner> {
  const value = jsonOf(text);
  if (typeof value === "number") return { ...HERE, pid: value, started: "" }; // an earlier release wrote the id alone
  return Owner.safeParse(value).data ?? {};
}

/** The owner of a lock, if it is alive and another process than this one. */
function otherAt(place: string): Partial<Owner> | undefined {
  const owner = ownerAt(place);
  if (!owner) return undefined;
  if (owner.space !== HERE.space || owner.pid === undefined) return isFresh(place) ? owner : undefined;
  return owner.pid !== process.pid && isAlive(owner.pid, owner.started) ? owner : undefined;
}

const isFresh = (place: string): boolean => Date.now() - (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0) < FRESH_MS;

/** A process of another user answers with EPERM: it is alive. */
function isAlive(pid: number, started = ""): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = startOf(pid);
  return started === "" || now === "" || now === started;
}

/** When a process started, in the system's ticks; empty where the system does not say. */
function startOf(pid: number): string {
  return readIfThere(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ")[19] ?? "";
}

function named({ pid, host, space }: Partial<Owner>): string {
  if (pid === undefined) return "another process";
  return space === HERE.space ? `process ${pid}` : `process ${pid} of ${host}`;
}

function remedyFor({ pid, space }: Partial<Owner>): string {
  if (pid !== undefined && space === HERE.space) return `wait for it, or stop it: kill ${pid}`;
  return "wait for it, or stop it there; if it was killed, try again in a minute";
}

/** Makes a lock of this owner at `place`. False if there is one. Of several processes one succeeds, also on file systems without links. */
function placed(own: Owner, place: string): boolean {
  try {
    writeFileSync(place, JSON.stringify(own), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw hostTrouble(error, place) ?? error;
  }
}

/** Shows that the owner lives, as long as the lock is its own. */
function beat(place: string, { token }: Owner): void {
  try {
    const file = openSync(place, "r+");
    if (ownerIn(readFileSync(file, "utf8")).token === token) futimesSync(file, new Date(), new Date());
    closeSync(file);
  } catch {
    // the folder is gone or its disk fails: the run's own writes say so
  }
}

/**
 * Removes the lock of an ended process. Only one process does so at a time, and it checks the owner again: a replaced lock
 * stays. Nobody removes another process's guard, or two could be at it. Throws UserError while another process is at it.
 */
function clear(run: Locked, own: Owner): void {
  const guard = run.file("lock.clearing");
  if (!placed(own, guard)) {
    const clearing = ownerAt(guard);
    if (!clearing) return; // that process has just finished: look again
    if (otherAt(guard)) throw new UserError(`${named(clearing)} is taking this run over`, "try again, or wait for it");
    throw new UserError(`${named(clearing)} was killed while it took this run over`, `remove ${guard}`);
  }
  try {
    if (!otherAt(run.file("lock"))) rmSync(run.file("lock"), { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}
