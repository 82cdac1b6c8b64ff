/**
 * The queue in Postgres. A task with open questions is a job of pg-boss. Whoever fetches this job has the lease of the task, and pg-boss
 * takes the lease back when its heartbeat stops.
 */
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ConstructorOptions, PgBoss } from "pg-boss";
import type { Pool, PoolClient } from "pg";
import { Interrupted, UserError } from "../../../domain/errors.ts";
import { PROTOCOL } from "../../../domain/protocol.ts";
import { version } from "../../../lib/repository.ts";
import { diskFull, patiently, poolFor } from "../../storage/postgres.ts";
import { migrate, type PrepareBoss } from "./migrating.ts";
import { GONE_SECONDS } from "./tables.ts";

const TASKS = "tasks";
/** What pg-boss says about tables that it cannot use yet. */
const STALE = /not installed|requires migrations/;
/** pg-boss ends a lease of this age, even a live one. */
const LEASE_SECONDS = 23 * 3600;
const WATCH_SECONDS = 2;
const ENDING_MS = 5000;
const BUILDING_MS = 200;

/** A task that one worker has. Its attempt tells it from later leases of the same task. */
export interface Lease {
  readonly task: string;
  readonly id: string;
  readonly retryCount: number;
}

/** What one transaction can do. */
export interface Step {
  query<Row extends object>(this: void, sql: string, values?: unknown[]): Promise<Row[]>;
  /** Makes a task available to workers, unless it is so or one has it. */
  offer(this: void, task: string): Promise<void>;
  /** Renews a lease. False when it is lost. */
  touch(this: void, lease: Lease): Promise<boolean>;
  end(this: void, lease: Lease): Promise<void>;
  /** Holds the task until the end of the transaction, so that no question comes between the last look and the end of a lease. */
  hold(this: void, task: string): Promise<void>;
}

export interface Queue {
  /** Runs `work` in a transaction, and once more after an outage. Throws Interrupted when the database stays away for two minutes. */
  transaction<T>(this: void, work: (step: Step) => Promise<T>): Promise<T>;
  /** Takes the lease of the task that `choose` names. Null when it names none, or when the task does not wait. */
  take(this: void, choose: (step: Step) => Promise<string | null>): Promise<Lease | null>;
  /** Whether the database stayed away, or was full: every further transaction fails at once. Another queue has to be opened. */
  isGone(this: void): boolean;
  close(this: void): Promise<void>;
}

/** Opens the queue. Creates missing tables and brings older ones to this release. `watches`: takes back the leases of silent workers. Throws UserError if the database is unusable. */
export async function openQueue(url: string, watches: boolean): Promise<Queue> {
  const pool = poolFor(url);
  const boss = new PgBoss({ ...bossOptions(watches), db: { executeSql: async (text, values) => await pool.query(text, values) } });
  boss.on("error", () => {}); // whoever waits for an answer is told
  await setUp(pool, boss);
  const over = (client: PoolClient): Step => stepOn(client, boss);
  let gone: Interrupted | undefined; // the patience is over: nobody waits again
  const waiting = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (gone) throw gone;
    return await patiently(ask, "the queue").catch((error: unknown) => {
      if (error instanceof Interrupted) gone = error;
      throw error;
    });
  };
  return {
    transaction: async (work) => await waiting(async () => await inTransaction(pool, async (client) => await work(over(client)))),
    take: async (choose) => await waiting(async () => await inTransaction(pool, async (client) => await takeOne(client, boss, await choose(over(client))))),
    isGone: () => gone !== undefined,
    close: async () => {
      const ended = boss.stop({ graceful: false }).then(async () => await pool.end());
      await Promise.race([ended.catch(() => {}), sleep(ENDING_MS, undefined, { ref: false })]);
    },
  };
}

const bossOptions = (watches: boolean): ConstructorOptions => ({
  schema: "kernelwright_boss",
  migrate: false,
  supervise: watches,
  schedule: false,
  superviseIntervalSeconds: WATCH_SECONDS,
  monitorIntervalSeconds: WATCH_SECONDS,
  registerInstance: false,
  monitorVacuum: false,
  openTelemetry: { enabled: false },
});

async function setUp(pool: Pool, boss: PgBoss): Promise<void> {
  const isReady = async (): Promise<boolean> =>
    await boss.start().then(
      () => true,
      (error: Error) => {
        if (STALE.test(error.message)) return false;
        throw error;
      },
    );
  try {
    await migrate(pool, prepareBoss, isReady);
    await boss.start();
  } catch (error) {
    await pool.end().catch(() => {});
    if (error instanceof UserError) throw error;
    const full = diskFull(error, "the queue");
    if (full) throw full;
    if (STALE.test((error as Error).message))
      throw new UserError(`the queue's tables are of a newer release: ${(error as Error).message}`, "install the release of the other hosts on this one");
    throw new UserError(
      `the queue's database cannot be used: ${(error as Error).message || String((error as { code?: string }).code)}`,
      "check --worker, KERNELWRIGHT_DATABASE or --database: postgres://user:password@host/name",
    );
  }
}

/** Creates or migrates pg-boss's tables, and the queue of tasks in them. */
const prepareBoss: PrepareBoss = async (db) => {
  const boss = new PgBoss({ ...bossOptions(false), migrate: true, db });
  boss.on("error", () => {}); // start() throws it too
  await boss.start();
  await boss.createQueue(TASKS, {
    policy: "exclusive",
    heartbeatSeconds: GONE_SECONDS,
    expireInSeconds: LEASE_SECONDS,
    retryLimit: 10_000,
    deleteAfterSeconds: 3600,
  });
  while ((await boss.getBamStatus()).some(({ status }) => status === "pending" || status === "in_progress")) await sleep(BUILDING_MS); // indexes, built aside
  await boss.stop({ graceful: false });
};

/** Fetches the job of one task. pg-boss fetches by priority, so the task gets one of its own first, which only this transaction sees. */
async function takeOne(client: PoolClient, boss: PgBoss, task: string | null): Promise<Lease | null> {
  if (task === null) return null;
  const db = dbOf(client);
  const priority = randomInt(1, 2 ** 31 - 1);
  await boss.update(TASKS, undefined, { singletonKey: task, priority, db });
  const [job] = await boss.fetch<{ task: string }>(TASKS, { minPriority: priority, maxPriority: priority, db });
  return job ? { task: job.data.task, id: job.id, retryCount: job.retryCount } : null;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    client.release(true); // the server rolls back
    throw error;
  }
}

const dbOf = (client: PoolClient) => ({ executeSql: async (text: string, values?: unknown[]) => await client.query(text, values) });

function stepOn(client: PoolClient, boss: PgBoss): Step {
  const db = dbOf(client);
  const attempt = ({ id, retryCount }: Lease) => ({ id, retryCount });
  return {
    query: async <Row extends object>(sql: string, values?: unknown[]) => (await client.query<Row>(sql, values)).rows,
    offer: async (task) => {
      await boss.send(TASKS, { task }, { singletonKey: task, db });
      await client.query("select pg_notify('kernelwright', $1)", [`asked ${task}`]);
    },
    touch: async (lease) => ((await boss.touch(TASKS, attempt(lease), { db })) as { affected: number }).affected > 0,
    end: async (lease) => void (await boss.complete(TASKS, attempt(lease), null, { db })),
    hold: async (task) => void (await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [task])),
  };
}

/** Compares protocols with the queue, which takes the newest that came. Throws UserError if this release is older. */
export async function agreeOnProtocol({ query }: Step): Promise<void> {
  await query(
    `insert into kernelwright.queue (protocol, release) values ($1, $2)
     on conflict (single) do update set protocol = $1, release = $2 where kernelwright.queue.protocol < $1`,
    [PROTOCOL, version],
  );
  const [queue] = await query<{ protocol: number; release: string }>("select protocol, release from kernelwright.queue");
  if (queue && queue.protocol > PROTOCOL)
    throw new UserError(
      `the queue speaks protocol ${queue.protocol} since release ${queue.release}, and this release ${version} speaks ${PROTOCOL}`,
      `install release ${queue.release} on this host`,
    );
}
