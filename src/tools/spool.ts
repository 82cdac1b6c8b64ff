/**
 * A folder for GPU hosts that only batch jobs reach. Pending jobs are files; `python3 -m judge --spool DIR` drains them
 * there; results are picked up as they appear. Job ids come from their content, so either side may restart.
 */
import { existsSync, mkdirSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { BrokenHost } from "../domain/errors.ts";
import { Reply } from "../domain/protocol.ts";
import { readIfThere, writeWhole } from "./files.ts";
import type { Worker } from "./worker.ts";

/** How long to sleep where the file system does not tell of changes (a network mount). */
const POLL_MS = 2000;

/** A worker that is a folder. `close` does nothing: jobs stay for whoever drains them. */
export function spoolWorker(folder: string): Worker {
  const [pending, claimed, results] = ["pending", "claimed", "results"].map((name) => join(resolve(folder), name)) as [string, string, string];
  for (const path of [pending, claimed, results]) mkdirSync(path, { recursive: true });
  return {
    async submit(job) {
      const name = `${job.id}.json`;
      const result = join(results, name);
      const asked = [pending, claimed].some((path) => existsSync(join(path, name)));
      if (!existsSync(result) && !asked) writeWhole(join(pending, name), JSON.stringify(job));
      const text = await appearance(result, results);
      const reply = Reply.safeParse(JSON.parse(text));
      if (!reply.success)
        throw new BrokenHost(
          `${result} does not fit the protocol: ${z.prettifyError(reply.error)}`,
          "remove the file and resume the run; use the same release on both sides",
        );
      return reply.data;
    },
    async close() {},
  };
}

async function appearance(path: string, folder: string): Promise<string> {
  for (;;) {
    const text = readIfThere(path);
    if (text !== undefined) return text;
    await change(folder);
  }
}

async function change(folder: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      watcher.close();
      resolve();
    };
    const timer = setTimeout(done, POLL_MS);
    const watcher = watch(folder, done);
    watcher.on("error", () => {});
  });
}
