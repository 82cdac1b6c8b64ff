import { createLogUpdate } from "log-update";
import { setTimeout as sleep } from "node:timers/promises";
import { queueAddress } from "../../config/environment.ts";
import { UserError } from "../../domain/errors.ts";
import { printable } from "../../report/terminal/summary.ts";
import { queueText } from "../../report/terminal/queue.ts";
import { openQueue } from "../../tools/judge/queue/database.ts";
import { queueReader, readStanding } from "../../tools/judge/queue/standing.ts";
import { cut } from "../terminal/cut.ts";

/** Milliseconds between two looks of `--watch`. */
const LOOK_MS = 1000;

/** `kernelwright queue status`: prints what the queue holds, and what its workers do. */
export async function queueStatus(flags: { database?: string; json?: boolean; watch?: boolean }): Promise<void> {
  if (flags.watch && (flags.json || !process.stdout.isTTY))
    throw new UserError("--watch draws on a terminal", "leave out --watch, or --json and the redirection of the output");
  const url = queueAddress(flags.database);
  const queue = await openQueue(url, false);
  try {
    const standing = await queue.transaction(async ({ query }) => await readStanding(query));
    if (!flags.watch) console.log(flags.json ? JSON.stringify(standing, null, 2) : printable(queueText(standing)).trimEnd());
  } finally {
    await queue.close();
  }
  if (flags.watch) await watchQueue(url);
}

/** Redraws the table until a signal ends the process. Keeps the last table while the database is away. */
async function watchQueue(url: string): Promise<never> {
  const screen = createLogUpdate(process.stdout);
  const { read } = queueReader(url);
  for (let text = ""; ; await sleep(LOOK_MS)) {
    let problem = "";
    await read().then(
      (standing) => (text = standing === null ? "the queue's tables are gone\n" : printable(queueText(standing))),
      (error: Error) => (problem = `the database does not answer: ${printable(error.message)}\n`),
    );
    const { columns, rows } = process.stdout;
    const lines = `${text}${problem}${new Date().toLocaleTimeString()}; Ctrl-C ends`.split("\n");
    screen([...lines.slice(0, rows - 2), ...(lines.length > rows - 2 ? lines.slice(-1) : [])].map((line) => cut(line, columns)).join("\n"));
  }
}
