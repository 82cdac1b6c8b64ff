/** The threads of a served search, in SQLite: names and metadata. What happened on them is in the checkpoints. */
import type { ThreadSaver } from "@langchain/langgraph-api/experimental/embed";
import { DatabaseSync } from "node:sqlite";

interface Row {
  id: string;
  metadata: string;
}

/** Threads kept in `file`, which is made where it is missing. Asked for one that it lacks, it throws with status 404. */
export function openThreads(file: string): ThreadSaver {
  const db = new DatabaseSync(file);
  db.exec("create table if not exists threads(id text primary key, metadata text not null)");
  const read = (id: string): Row | undefined => db.prepare("select * from threads where id = ?").get(id) as Row | undefined;
  const threadOf = ({ id, metadata }: Row) => ({ thread_id: id, metadata: JSON.parse(metadata) as Record<string, unknown> });
  return {
    async get(id) {
      const row = read(id);
      if (!row) throw Object.assign(new Error(`there is no thread ${id}`), { status: 404 });
      return threadOf(row);
    },
    async set(id, { kind, metadata }) {
      const before = kind === "patch" ? read(id) : undefined;
      const row = { id, metadata: JSON.stringify({ ...(before && threadOf(before).metadata), ...metadata }) };
      db.prepare("insert into threads values(?, ?) on conflict(id) do update set metadata = excluded.metadata").run(row.id, row.metadata);
      return threadOf(row);
    },
    async delete(id) {
      db.prepare("delete from threads where id = ?").run(id);
    },
    async *search({ limit, offset, sortOrder }) {
      const total = (db.prepare("select count(*) as n from threads").get() as { n: number }).n;
      const order = sortOrder === "asc" ? "asc" : "desc";
      const rows = db.prepare(`select * from threads order by rowid ${order} limit ? offset ?`).all(limit, offset) as unknown as Row[];
      for (const row of rows) yield { thread: threadOf(row), total };
    },
  };
}
