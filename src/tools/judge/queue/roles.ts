/** The database role of workers: it may use the queue's tables and nothing else, so a worker's host reads no checkpoints and no prompts. */
import { Client } from "pg";
import { UserError } from "../../../domain/errors.ts";

export const WORKER_ROLE = "kernelwright_worker";

const MAKE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${WORKER_ROLE}') then create role ${WORKER_ROLE} nologin; end if;
end $$;`;

/** Repeated after each migration, which may make tables. A worker asks nothing, and migrates nothing. */
const GRANT = `grant usage on schema kernelwright, kernelwright_boss to ${WORKER_ROLE};
grant select, insert, update, delete on all tables in schema kernelwright, kernelwright_boss to ${WORKER_ROLE};
grant usage on all sequences in schema kernelwright_boss to ${WORKER_ROLE};
revoke insert on kernelwright.question from ${WORKER_ROLE};
revoke insert, update, delete on kernelwright.migration, kernelwright_boss.version from ${WORKER_ROLE};`;

/** What an administrator can run instead of `makeWorkerRole`. */
export const ROLE_STATEMENTS = `${MAKE}\n${GRANT}\n`;

/** Makes the role, or renews its rights. The queue's tables must be there. Throws UserError if this database user may not. */
export async function makeWorkerRole(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(ROLE_STATEMENTS);
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    throw new UserError(
      `this database user may not make the role ${WORKER_ROLE}: ${(error as Error).message}`,
      "give the address of the database's administrator, or give him the output of: npx kernelwright queue roles --sql",
    );
  } finally {
    await client.end();
  }
}

/** Renews the role's rights, if the database has the role. */
export async function renewWorkerRole(query: (sql: string) => Promise<{ rowCount: number | null }>): Promise<void> {
  const { rowCount } = await query(`select from pg_roles where rolname = '${WORKER_ROLE}'`);
  if (rowCount === 1) await query(GRANT);
}
