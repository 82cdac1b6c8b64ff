import { createLogUpdate } from "log-update";
import { setTimeout as sleep } from "node:timers/promises";
import { queueAddress } from "../../config/environment.ts";
import { UserError } from "../../domain/errors.ts";
import { printable } from "../../report/terminal/summary.ts";
import { queueText } from "../../report/terminal/queue.ts";
import { openQueue } from "../../tools/judge/queue/database.ts";
import { makeWorkerRole, ROLE_STATEMENTS, WORKER_ROLE } from "../../tools/judge/queue/roles.ts";
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

/** `kernelwright queue roles`: makes the database role of workers, or prints its statements. */
export async function queueRoles({ database, sql }: { database?: string; sql?: boolean }): Promise<void> {
  if (sql) return console.log(ROLE_STATEMENTS.trimEnd());
  const url = queueAddress(database);
  await openQueue(url, false).then(async (queue) => await queue.close()); // its tables
  await makeWorkerRole(url);
  console.log(`the role ${WORKER_ROLE} may use the queue's tables and nothing else. For each host with a worker, run in psql:

    create role gpu01 login in role ${WORKER_ROLE};
    \\password gpu01`);
}
