/** What the queue forgets: old answers, and workers that are long gone. */
import type { Queue } from "./database.ts";

/** Answers are kept for this time, dead letters too. */
const KEPT_DAYS = 30;
/** An entry of a worker that vanished is kept for this time. */
const GONE_DAYS = 7;
/** Milliseconds between two clean-ups of one worker. */
export const CLEAN_MS = 3_600_000;

/** Forgets both, by the database's clock. Open questions stay. */
export async function forgetOld({ transaction }: Queue): Promise<void> {
  await transaction(async ({ query }) => {
    await query("delete from kernelwright.question where answered < now() - make_interval(days => $1)", [KEPT_DAYS]);
    await query("delete from kernelwright.worker where seen < now() - make_interval(days => $1)", [GONE_DAYS]);
  });
}
