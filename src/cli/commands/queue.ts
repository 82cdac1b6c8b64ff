import { queueAddress } from "../../config/environment.ts";
import { printable } from "../../report/terminal/summary.ts";
import { queueText } from "../../report/terminal/queue.ts";
import { openQueue } from "../../tools/judge/queue/database.ts";
import { readStanding } from "../../tools/judge/queue/standing.ts";

/** `kernelwright queue status`: prints what the queue holds, and what its workers do. */
export async function queueStatus(flags: { database?: string; json?: boolean }): Promise<void> {
  const queue = await openQueue(queueAddress(flags.database), false);
  try {
    const standing = await readStanding(queue);
    console.log(flags.json ? JSON.stringify(standing, null, 2) : printable(queueText(standing)).trimEnd());
  } finally {
    await queue.close();
  }
}
