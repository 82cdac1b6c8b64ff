/** A real Postgres for one test, from the binaries of an npm package. It can be stopped and started again on the same data. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../src/tools/storage/embedded-postgres.ts";

export interface Postgres {
  readonly url: string;
  start(): Promise<void>;
  /** Ends it at once: connections are cut. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a database cluster and starts it. It listens on `host`. */
export async function startPostgres(host = "127.0.0.1"): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "kernelwright-postgres-"));
  chmodSync(folder, 0o755); // another user may run it
  let running: EmbeddedPostgres | undefined;
  const start = async (): Promise<void> => void (running = await startEmbeddedPostgres(folder, { host, settings: ["fsync=off"] }));
  const stop = async (): Promise<void> => {
    await running?.stop("immediate");
    running = undefined;
  };
  await start();
  return { url: running!.url, start, stop, remove: async () => (await stop(), rmSync(folder, { recursive: true, force: true })) };
}
