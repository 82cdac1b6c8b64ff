/** Brings the queue's tables to this release: its own migrations one by one, then those of pg-boss. One process does so at a time. */
import type { PgBoss } from "pg-boss";
import type { Pool, PoolClient } from "pg";
import { UserError } from "../../../domain/errors.ts";
import { version } from "../../../lib/repository.ts";
import { renewWorkerRole } from "./roles.ts";
import { MIGRATIONS } from "./tables.ts";

/** The advisory lock for the set-up of tables. The number is this program's own. */
const SETUP_LOCK = 7_236_512;

/** Prepares pg-boss's tables, over one connection. */
export type PrepareBoss = (db: NonNullable<ConstructorParameters<typeof PgBoss>[0]["db"]>) => Promise<void>;

/** Migrates if the tables are of an older release. Throws UserError if they are of a newer one, or if the user has no right to migrate. */
export async function migrate(pool: Pool, prepareBoss: PrepareBoss, isBossReady: () => Promise<boolean>): Promise<void> {
  if ((await numberOf(pool)) === MIGRATIONS.length && (await isBossReady())) return;
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    for (let number = (await numberOf(client)) + 1; number <= MIGRATIONS.length; number++) await step(client, number);
    await prepareBoss({ executeSql: async (text, values) => await client.query(text, values) });
    await renewWorkerRole(async (sql) => await client.query(sql));
  } catch (error) {
    throw (error as { code?: string }).code === "42501" ? refused(error as Error) : error;
  } finally {
    client.release(true); // which frees the lock
  }
}

/** The latest migration of the tables; 0 without tables and for release 0.2.0. Throws UserError if this release does not know it. */
async function numberOf(client: Pool | PoolClient): Promise<number> {
  const { rows: found } = await client.query<{ there: boolean }>("select to_regclass('kernelwright.migration') is not null as there");
  if (!found[0]!.there) return 0;
  const { rows } = await client.query<{ number: number; release: string }>("select number, release from kernelwright.migration order by number desc limit 1");
  const { number, release } = rows[0]!;
  if (number > MIGRATIONS.length)
    throw new UserError(
      `the queue's tables are of release ${release} (migration ${number}), and this release ${version} knows ${MIGRATIONS.length} migrations`,
      `install release ${release} on this host`,
    );
  return number;
}

async function step(client: PoolClient, number: number): Promise<void> {
  await client.query("begin");
  await client.query(MIGRATIONS[number - 1]!);
  await client.query(
    "create table if not exists kernelwright.migration (number int primary key, release text not null, applied timestamptz not null default now())",
  );
  await client.query("insert into kernelwright.migration (number, release) values ($1, $2)", [number, version]);
  await client.query("commit");
}

const refused = ({ message }: Error): UserError =>
  new UserError(
    `the queue's tables are absent or of an older release, and this database user may not make them: ${message}`,
    "run once as the owner of the database: npx kernelwright queue status --database postgres://owner@host/name",
  );
