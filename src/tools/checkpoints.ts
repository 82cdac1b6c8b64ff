/** Where LangGraph's checkpoints are: in a SQLite file, or in Postgres where the database is an address. What they hold is the graph's. */
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { UserError } from "../domain/errors.ts";
import { postgresCheckpoints } from "./postgres.ts";

export interface Checkpoints {
  readonly saver: BaseCheckpointSaver;
  /** where they are, for a person: never an address, which may hold a password */
  readonly place: string;
  /** Gives up the file or the connections; nothing may work on the run any more. */
  close(): Promise<void>;
}

/** Whether a database is named by its address, not as a file. */
export const isPostgres = (database: string): boolean => /^postgres(ql)?:\/\//.test(database);

/** Opens the checkpoints in a database. Throws UserError where it cannot be used. */
export async function openCheckpoints(database: string): Promise<Checkpoints> {
  if (isPostgres(database)) {
    const saver = await postgresCheckpoints(database);
    return { saver, place: "this Postgres", close: async () => await saver.end() };
  }
  const saver = opened(database);
  return { saver, place: database, close: async () => void saver.db.close() };
}

/** A full disk, which has its own answer, is thrown as it is. */
function opened(file: string): SqliteSaver {
  try {
    const saver = SqliteSaver.fromConnString(file);
    saver.db.pragma("schema_version"); // reads the file: another kind of file shows here
    return saver;
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code !== "SQLITE_CANTOPEN" && code !== "SQLITE_NOTADB") throw error;
    throw new UserError(`the database ${file} cannot be used: ${message}`, "name a SQLite file that can be written, or postgres://user:password@host/name");
  }
}
