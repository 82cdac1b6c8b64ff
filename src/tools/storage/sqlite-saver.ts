/**
 * LangGraph's checkpoints in a SQLite file, over Node's own SQLite: nothing native has to be built where the program is installed. The
 * tables are those of @langchain/langgraph-checkpoint-sqlite, because earlier releases wrote them.
 */
import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  copyCheckpoint,
  type PendingWrite,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import { DatabaseSync } from "node:sqlite";

/** How long a statement waits for another process that writes to the same file. */
const BUSY_MS = 5000;

const TABLES = `
CREATE TABLE IF NOT EXISTS checkpoints (
  thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL, parent_checkpoint_id TEXT,
  type TEXT, checkpoint BLOB, metadata BLOB, PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
);
CREATE TABLE IF NOT EXISTS writes (
  thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL, task_id TEXT NOT NULL, idx INTEGER NOT NULL,
  channel TEXT NOT NULL, type TEXT, value BLOB, PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
);`;

interface Row {
  thread_id: string;
  checkpoint_ns: string;
  checkpoint_id: string;
  parent_checkpoint_id: string | null;
  type: string | null;
  checkpoint: Uint8Array;
  metadata: Uint8Array;
}
interface Write {
  task_id: string;
  channel: string;
  type: string | null;
  value: Uint8Array;
}

/** Which checkpoint a config names. Throws where it names no thread. */
function placeOf({ configurable = {} }: RunnableConfig): { thread: string; namespace: string; checkpoint: string | undefined } {
  const { thread_id, checkpoint_ns = "", checkpoint_id } = configurable as Record<string, string | undefined>;
  if (!thread_id) throw new Error('the config names no "thread_id"');
  return { thread: thread_id, namespace: checkpoint_ns, checkpoint: checkpoint_id || undefined };
}

const configOf = (thread_id: string, checkpoint_ns: string, checkpoint_id: string): RunnableConfig => ({
  configurable: { thread_id, checkpoint_ns, checkpoint_id },
});

export class SqliteSaver extends BaseCheckpointSaver {
  readonly db: DatabaseSync;

  /** Opens the file, or makes it. Throws what SQLite refuses. */
  constructor(file: string) {
    super();
    this.db = new DatabaseSync(file, { timeout: BUSY_MS });
    this.db.exec(`PRAGMA journal_mode = WAL; ${TABLES}`);
  }

  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { thread, namespace, checkpoint } = placeOf(config);
    const which = checkpoint === undefined ? "ORDER BY checkpoint_id DESC LIMIT 1" : "AND checkpoint_id = ?";
    const statement = this.db.prepare(`SELECT * FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? ${which}`);
    const row = statement.get(thread, namespace, ...(checkpoint === undefined ? [] : [checkpoint])) as Row | undefined;
    return row && (await this.#tupleOf(row));
  }

  async *list({ configurable = {} }: RunnableConfig, { limit, before, filter = {} }: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { thread_id, checkpoint_ns } = configurable as Record<string, string | undefined>;
    const conditions: [string, (string | undefined)[]][] = [
      ["thread_id = ?", [thread_id]],
      ["checkpoint_ns = ?", [checkpoint_ns]],
      ["checkpoint_id < ?", [before?.configurable?.["checkpoint_id"] as string | undefined]],
      ...Object.entries(filter).map(([key, value]): [string, (string | undefined)[]] => [
        "json(CAST(metadata AS TEXT)) -> ? = json(?)",
        [`$.${JSON.stringify(key)}`, JSON.stringify(value)],
      ]),
    ];
    const held = conditions.filter(([, values]) => values.every((one) => one !== undefined));
    const where = held.length === 0 ? "" : `WHERE ${held.map(([condition]) => condition).join(" AND ")}`;
    const statement = this.db.prepare(`SELECT * FROM checkpoints ${where} ORDER BY checkpoint_id DESC LIMIT ?`);
    const rows = statement.all(...(held.flatMap(([, values]) => values) as string[]), limit ?? -1) as unknown as Row[];
    for (const row of rows) yield await this.#tupleOf(row);
  }

  async put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<RunnableConfig> {
    const { thread, namespace, checkpoint: parent } = placeOf(config);
    const [type, content] = await this.serde.dumpsTyped(copyCheckpoint(checkpoint));
    const [metadataType, about] = await this.serde.dumpsTyped(metadata);
    if (type !== metadataType) throw new Error(`a checkpoint of type ${type} cannot have metadata of type ${metadataType}`);
    this.db
      .prepare("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?)")
      .run(thread, namespace, checkpoint.id, parent ?? null, type, content, about);
    return configOf(thread, namespace, checkpoint.id);
  }

  async putWrites(config: RunnableConfig, writes: PendingWrite[], task: string): Promise<void> {
    const { thread, namespace, checkpoint } = placeOf(config);
    if (checkpoint === undefined) throw new Error('the config names no "checkpoint_id"');
    const isSpecial = writes.every(([channel]) => channel in WRITES_IDX_MAP); // errors and interrupts: the last one holds
    const rows = await Promise.all(
      writes.map(async ([channel, value], at) => [WRITES_IDX_MAP[channel] ?? at, channel, ...(await this.serde.dumpsTyped(value))] as const),
    );
    const statement = this.db.prepare(`INSERT OR ${isSpecial ? "REPLACE" : "IGNORE"} INTO writes VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#atOnce(() => {
      for (const row of rows) statement.run(thread, namespace, checkpoint, task, ...row);
    });
  }

  async deleteThread(thread: string): Promise<void> {
    this.#atOnce(() => {
      for (const table of ["checkpoints", "writes"]) this.db.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(thread);
    });
  }

  close(): void {
    this.db.close();
  }

  async #tupleOf({ thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata }: Row): Promise<CheckpointTuple> {
    const statement = this.db.prepare(
      "SELECT task_id, channel, type, value FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? ORDER BY task_id, idx",
    );
    const writes = statement.all(thread_id, checkpoint_ns, checkpoint_id) as unknown as Write[];
    const load = async (kind: string | null, value: Uint8Array): Promise<unknown> => await this.serde.loadsTyped(kind ?? "json", value);
    return {
      config: configOf(thread_id, checkpoint_ns, checkpoint_id),
      checkpoint: (await load(type, checkpoint)) as Checkpoint,
      metadata: (await load(type, metadata)) as CheckpointMetadata,
      ...(parent_checkpoint_id && { parentConfig: configOf(thread_id, checkpoint_ns, parent_checkpoint_id) }),
      pendingWrites: await Promise.all(
        writes.map(async (one): Promise<[string, string, unknown]> => [one.task_id, one.channel, await load(one.type, one.value)]),
      ),
    };
  }

  /** Runs statements in one transaction. */
  #atOnce(work: () => void): void {
    this.db.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.db.exec("COMMIT");
    } catch (error) {
      if (this.db.isTransaction) this.db.exec("ROLLBACK");
      throw error;
    }
  }
}
