/** Checkpoints in Postgres that survive an outage: a query is repeated until the database is back, for at most two minutes. */
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import type { CheckpointListOptions, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { Interrupted, UserError } from "../../domain/errors.ts";

const PATIENCE_MS = 120_000;
const PAUSE_MS = 500;
const ENDING_MS = 5000;
/** The advisory lock for the set-up of tables. The number is this program's own. */
const SETUP_LOCK = 7_236_511;

/**
 * A pool of connections to `url`. A connection that the server ends is replaced without an error. One whose host vanishes without a word ends
 * after some minutes: the system asks for a sign of life from the tenth idle second on.
 */
export function poolFor(url: string): Pool {
  const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 5000, application_name: "kernelwright", ...alive });
  const ignore = (): void => {}; // whoever waits for an answer on it is told
  pool.on("error", ignore);
  pool.on("connect", (client) => void client.on("error", ignore));
  return pool;
}

/** Opens the checkpoints and creates missing tables. Throws UserError if the database is unusable. */
export async function postgresCheckpoints(url: string, pool = poolFor(url)): Promise<PostgresSaver> {
  const saver = new PatientSaver(pool);
  try {
    await setUp(saver, pool);
  } catch (error) {
    throw (
      diskFull(error, "the checkpoints") ??
      new UserError(
        `the database cannot be used: ${(error as Error).message || String((error as { code?: string }).code)}`,
        "check KERNELWRIGHT_DATABASE or --database: postgres://user:password@host/name",
      )
    );
  }
  return saver;
}

async function setUp(saver: PostgresSaver, pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    await saver.setup();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [SETUP_LOCK]);
    client.release();
  }
}

/** Whether an error will pass: the database is unreachable or restarting, or it ended one of two transactions that waited for each other. By its codes and Node's. */
function isPassing(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08|57P0[123]|53300|40001|40P01)/.test(code) ||
    /connection (terminated|timeout)|timeout exceeded when trying to connect|not queryable/i.test(message)
  );
}

/** The error for a full disk of the database that holds `content`. Null for another error. */
export function diskFull(error: unknown, content: string): Interrupted | null {
  if ((error as { code?: string }).code !== "53100") return null;
  return new Interrupted(`the disk of the database of ${content} is full`, "free some space there, then start this again or resume");
}

/** Repeats a query, which must be safe to repeat, until the database answers. Throws Interrupted after two minutes, and for a full disk; `content` says what the database holds. */
export async function patiently<T>(ask: () => Promise<T>, content = "the checkpoints"): Promise<T> {
  for (const begun = Date.now(); ;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw diskFull(error, content) ?? error;
      if (Date.now() - begun > PATIENCE_MS) throw new Interrupted(`the database of ${content} has been away for two minutes`, "resume when it is back");
      await sleep(PAUSE_MS);
    }
  }
}

class PatientSaver extends PostgresSaver {
  /** Ends the connections. It does not wait for a connection that hangs. */
  override async end() {
    await Promise.race([super.end(), sleep(ENDING_MS, undefined, { ref: false })]);
  }
  override async getTuple(...asked: Parameters<PostgresSaver["getTuple"]>) {
    return await patiently(async () => await super.getTuple(...asked));
  }
  override async put(...asked: Parameters<PostgresSaver["put"]>) {
    return await patiently(async () => await super.put(...asked));
  }
  override async putWrites(...asked: Parameters<PostgresSaver["putWrites"]>) {
    await patiently(async () => await super.putWrites(...asked));
  }
  override async deleteThread(thread: string) {
    await patiently(async () => await super.deleteThread(thread));
  }
  override async *list(config: Parameters<PostgresSaver["list"]>[0], options?: CheckpointListOptions) {
    const all = async (): Promise<CheckpointTuple[]> => {
      const found: CheckpointTuple[] = [];
      for await (const one of super.list(config, options)) found.push(one);
      return found;
    };
    yield* await patiently(all);
  }
}
