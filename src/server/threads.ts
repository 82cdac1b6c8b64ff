/** The threads of a served search: names and metadata, in SQLite or Postgres. Their history is in the checkpoints. */
import type { ThreadSaver } from "@langchain/langgraph-api/experimental/embed";
import { DatabaseSync } from "node:sqlite";

interface Row {
  id: string;
  metadata: string;
  /** creation time in milliseconds since the epoch; Postgres returns a bigint as text */
  made: number | string;
}
export type ThreadStatus = "idle" | "busy" | "interrupted" | "error";
interface Surroundings {
  /** called with each deleted thread */
  forget: (thread: string) => Promise<void>;
  /** the status of a thread */
  status: (thread: string) => Promise<ThreadStatus>;
}
/** Runs one statement with values for ?1, ?2, … (SQLite) or $1, $2, … (Postgres). */
export type Query = (sql: string, values: (string | number)[]) => Promise<Row[]>;

/** Where the threads are. Statements name the schema: Postgres would otherwise prefer one with the user's name as soon as it exists. */
export interface ThreadDatabase {
  readonly query: Query;
  readonly schema: string;
}

/** A SQLite file. Creates a missing one. */
export function sqliteThreads(file: string): ThreadDatabase {
  const db = new DatabaseSync(file);
  return { query: async (sql, values) => db.prepare(sql.replaceAll("$", "?")).all(...values) as unknown as Row[], schema: "main" };
}

/** The threads in a database. Throws with status 404 for an unknown thread. */
export async function openThreads({ query, schema }: ThreadDatabase, { forget, status }: Surroundings): Promise<ThreadSaver> {
  const table = `${schema}.kernelwright_threads`;
  await query(`create table if not exists ${table}(id text primary key, metadata text not null, made bigint not null)`, []);
  const read = async (id: string): Promise<Row | undefined> => (await query(`select id, metadata, made from ${table} where id = $1`, [id]))[0];
  const threadOf = async ({ id, metadata, made }: Row) => ({
    thread_id: id,
    created_at: new Date(Number(made)).toISOString(),
    metadata: JSON.parse(metadata) as Record<string, unknown>,
    status: await status(id),
  });
  return {
    async get(id) {
      const row = await read(id);
      if (!row) throw Object.assign(new Error(`there is no thread ${id}`), { status: 404 });
      return await threadOf(row);
    },
    async set(id, { kind, metadata }) {
      const before = kind === "patch" ? await read(id) : undefined;
      const known = before ? (JSON.parse(before.metadata) as object) : {};
      const row = { id, metadata: JSON.stringify({ ...known, ...metadata }), made: before?.made ?? Date.now() };
      const put = `insert into ${table} values($1, $2, $3) on conflict(id) do update set metadata = excluded.metadata`;
      await query(put, [row.id, row.metadata, row.made]);
      return await threadOf(row);
    },
    async delete(id) {
      await query(`delete from ${table} where id = $1`, [id]);
      await forget(id);
    },
    async *search({ limit, offset, sortOrder }) {
      const order = sortOrder === "asc" ? "asc" : "desc";
      const all = await query(`select id, metadata from ${table}`, []);
      const rows = await query(`select id, metadata, made from ${table} order by made ${order}, id limit $1 offset $2`, [limit, offset]);
      for (const row of rows) yield { thread: await threadOf(row), total: all.length };
    },
  };
}
