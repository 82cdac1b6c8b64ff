/**
 * A folder for GPU hosts that only batch jobs reach. Pending jobs are files; `python3 -m judge --spool DIR` drains them
 * there; results are picked up as they appear. Job ids come from their content, so either side may restart.
 */
import { existsSync, type FSWatcher, mkdirSync, readdirSync, rmSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { BrokenHost, Interrupted } from "../domain/errors.ts";
import { jsonOf } from "../domain/json.ts";
import { Reply } from "../domain/protocol.ts";
import { shellLine } from "../domain/shell.ts";
import { readIfThere, writeWhole } from "./files.ts";
import { warn } from "./warn.ts";
import type { Worker } from "./worker.ts";

/** How long to sleep where the file system does not tell of changes (a network mount). */
const POLL_MS = 2000;
/** How long an unreadable result may still be on its way before it counts as broken. */
const PATIENCE_MS = 30_000;

/** After how long nobody has taken a job that a person is told. */
const UNTAKEN_MS = 60_000;

/** A worker that is a folder. `close` only stops waiting: jobs stay for whoever drains them. Jobs that nobody takes are told of, once until a reply comes. */
export function spoolWorker(folder: string, tell: (line: string) => void = warn, untakenMs = UNTAKEN_MS): Worker {
  const [pending, claimed, results] = ["pending", "claimed", "results"].map((name) => join(resolve(folder), name)) as [string, string, string];
  for (const path of [pending, claimed, results]) mkdirSync(path, { recursive: true });
  const closing = new AbortController();
  let told = false;
  const remind = (name: string): void => {
    if (told || !existsSync(join(pending, name)) || readdirSync(claimed).length > 0) return; // of many, a drainer takes a few at a time
    told = true;
    tell(
      `nobody takes the jobs in ${pending} (${readdirSync(pending).length}); where the device is: ${shellLine(["python3", "-m", "judge", "--spool", resolve(folder)])}`,
    );
  };
  return {
    async submit(job) {
      const name = `${job.id}.json`;
      const result = join(results, name);
      const asked = [pending, claimed].some((path) => existsSync(join(path, name)));
      if (!existsSync(result) && !asked) writeWhole(join(pending, name), JSON.stringify(job));
      const untaken = setTimeout(remind, untakenMs, name);
      const reply = await appearance(result, results, closing.signal).finally(() => clearTimeout(untaken));
      told = false;
      if (reply.kind === "broken" || reply.kind === "rejected") rmSync(result); // so that it can be asked again
      return reply;
    },
    async close() {
      closing.abort();
    },
  };
}

/** The reply in a file, once it is there whole: whoever copies results into the folder may not do so in one step. */
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
    if (closing.aborted) throw new Interrupted("the run is stopping");
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

/** A watcher of the folder; none where the system has none to give (too many are open), so that waiting is by the clock alone. */
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
