/** `kernelwright queue start`: a Postgres for the queue on this machine, to try it without one of your own. */
import { wholeNumber } from "../../config/flags.ts";
import { UserError } from "../../domain/errors.ts";
import { startEmbeddedPostgres } from "../../tools/storage/embedded-postgres.ts";

interface StartFlags {
  data: string;
  port?: string;
  host: string;
}

/** Starts it, prints the address to export, and ends it on a signal. Throws UserError if it cannot start or ends by itself. */
export async function queueStart({ data, port, host }: StartFlags): Promise<void> {
  const signalled = Promise.withResolvers<void>();
  process.on("SIGINT", signalled.resolve).on("SIGTERM", signalled.resolve);
  const postgres = await startEmbeddedPostgres(data, { host, port: wholeNumber(port, "--port", 1) ?? null });
  console.log(`the queue's Postgres keeps its data in ${data}. In other terminals:\n\n    export KERNELWRIGHT_DATABASE=${postgres.url}\n\nCtrl-C ends it.`);
  const failed = postgres.ended.then((said) => {
    throw new UserError(`Postgres ended: ${said}`, "start it again: the data is kept");
  });
  failed.catch(() => {}); // the signal may come first
  await Promise.race([signalled.promise, failed]);
  await postgres.stop();
}
