/** The threads of a served search: names and metadata, in SQLite or Postgres. What happened on them is in the checkpoints. */
import type { ThreadSaver } from "@langchain/langgraph-api/experimental/embed";
import { DatabaseSync } from "node:sqlite";

interface Row {
  id: string;
  metadata: string;
}
/** Runs one statement with values for ?1, ?2, … (SQLite) or $1, $2, … (Postgres). */
export type Query = (sql: string, values: (string | number)[]) => Promise<Row[]>;

/** Statements over a SQLite file, which is made where it is missing. */
export function sqliteQuery(file: string): Query {
  const db = new DatabaseSync(file);
  return async (sql, values) => db.prepare(sql.replaceAll("$", "?")).all(...values) as unknown as Row[];
}

/** Threads kept where `query` asks. Asked for one that it lacks, it throws with status 404; `forget` is told of one that is deleted. */
export async function openThreads(query: Query, forget: (thread: string) => Promise<void>): Promise<ThreadSaver> {
  await query("create table if not exists kernelwright_threads(id text primary key, metadata text not null, made bigint not null)", []);
  const read = async (id: string): Promise<Row | undefined> => (await query("select id, metadata from kernelwright_threads where id = $1", [id]))[0];
  const threadOf = ({ id, metadata }: Row) => ({ thread_id: id, metadata: JSON.parse(metadata) as Record<string, unknown> });
  return {
    async get(id) {
      const row = await read(id);
      if (!row) throw Object.assign(new Error(`there is no thread ${id}`), { status: 404 });
      return threadOf(row);
    },
    async set(id, { kind, metadata }) {
      const before = kind === "patch" ? await read(id) : undefined;
      const row = { id, metadata: JSON.stringify({ ...(before && threadOf(before).metadata), ...metadata }) };
      const put = "insert into kernelwright_threads values($1, $2, $3) on conflict(id) do update set metadata = excluded.metadata";
      await query(put, [row.id, row.metadata, Date.now()]);
      return threadOf(row);
    },
    async delete(id) {
      await query("delete from kernelwright_threads where id = $1", [id]);
      await forget(id);
    },
    async *search({ limit, offset, sortOrder }) {
      const order = sortOrder === "asc" ? "asc" : "desc";
      const all = await query("select id, metadata from kernelwright_threads", []);
      const rows = await query(`select id, metadata from kernelwright_threads order by made ${order}, id limit $1 offset $2`, [limit, offset]);
      for (const row of rows) yield { thread: threadOf(row), total: all.length };
    },
  };
}
