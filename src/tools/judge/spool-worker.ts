/**
 * A folder for GPU hosts that only batch jobs reach. Pending jobs are files; `python3 -m judge --spool DIR` drains them
 * there. Results are read as they appear. Job ids are hashes of the content, so either side may restart.
 */
import { existsSync, type FSWatcher, mkdirSync, readdirSync, rmSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { BrokenHost, Interrupted } from "../../domain/errors.ts";
import { jsonOf } from "../../lib/json.ts";
import { Reply } from "../../domain/protocol.ts";
import { shellLine } from "../../lib/shell.ts";
import { readIfThere, writeWhole } from "../system/files.ts";
import { warn } from "../system/warn.ts";
import type { Worker } from "./process-worker.ts";

/** The polling interval for file systems without change notifications (a network mount). */
const POLL_MS = 2000;
/** The time after which an unreadable result counts as broken. Before that it may be incomplete. */
const PATIENCE_MS = 30_000;

/** The time after which the user is told about jobs without a judge. */
const UNTAKEN_MS = 60_000;

/** A worker that is a folder. `close` only stops waiting: jobs stay for a judge. A cancelled job is removed if no judge has claimed it. One message reports jobs without a judge, until a reply comes. */
export function spoolWorker(folder: string, tell: (line: string) => void = warn, untakenMs = UNTAKEN_MS): Worker {
  const [pending, claimed, results] = ["pending", "claimed", "results"].map((name) => join(resolve(folder), name)) as [string, string, string];
  for (const path of [pending, claimed, results]) mkdirSync(path, { recursive: true });
  const closing = new AbortController();
  let told = false;
  const remind = (name: string): void => {
    if (told || !existsSync(join(pending, name)) || readdirSync(claimed).length > 0) return; // of many, a drainer takes a few at a time
    told = true;
    tell(
      `no judge is reading ${pending} (jobs: ${readdirSync(pending).length}). On the GPU host, run: ${shellLine(["python3", "-m", "judge", "--spool", resolve(folder)])}`,
    );
  };
  return {
    async submit(job, stop) {
      const name = `${job.id}.json`;
      const result = join(results, name);
      const asked = [pending, claimed].some((path) => existsSync(join(path, name)));
      if (!existsSync(result) && !asked) writeWhole(join(pending, name), JSON.stringify(job));
      const untaken = setTimeout(remind, untakenMs, name);
      const ends = stop ? AbortSignal.any([closing.signal, stop]) : closing.signal;
      const reply = await appearance(result, results, ends).finally(() => {
        clearTimeout(untaken);
        if (stop?.aborted) rmSync(join(pending, name), { force: true });
      });
      told = false;
      if (reply.kind === "broken" || reply.kind === "rejected") rmSync(result); // so that it can be asked again
      return reply;
    },
    async close() {
      closing.abort(new Interrupted("the run is stopping"));
    },
  };
}

/** The reply in a file, when it is complete. A copy of results into the folder may take several steps. */
async function appearance(path: string, folder: string, closing: AbortSignal): Promise<Reply> {
  for (let seen: number | undefined; ;) {
    const text = readIfThere(path);
    const reply = Reply.safeParse(jsonOf(text));
    if (reply.success) return reply.data;
    if (text !== undefined) seen ??= Date.now();
    if (seen !== undefined && Date.now() - seen > PATIENCE_MS)
      throw new BrokenHost(
        `${path} does not fit the protocol: ${z.prettifyError(reply.error)}`,
        "remove the file and resume the run; use the same release on both sides",
      );
    await change(folder, closing);
    closing.throwIfAborted();
  }
}

/** Resolves when something in the folder changes, at the latest after POLL_MS. Throws BrokenHost when the folder is gone. */
async function change(folder: string, closing: AbortSignal): Promise<void> {
  const watcher = watcherOf(folder);
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      closing.removeEventListener("abort", done);
      watcher?.close();
      resolve();
    };
    const timer = setTimeout(done, POLL_MS);
    watcher?.on("change", done).on("error", () => {});
    closing.addEventListener("abort", done, { once: true });
    if (closing.aborted) done();
  });
}

/** A watcher of the folder. Without one (too many are open), the worker polls. */
function watcherOf(folder: string): FSWatcher | null {
  try {
    return watch(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new BrokenHost(`the spool's folder ${folder} is gone`, "make sure that it is mounted and that nobody removes it, then resume the run");
    return null;
  }
}
