/** LangGraph's checkpoints: in a SQLite file, or in Postgres if the database is a URL. The graph defines their content. */
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { UserError } from "../../domain/errors.ts";
import { isPostgres } from "../../domain/worker-spec.ts";
import { codeOf } from "../system/host-trouble.ts";
import { postgresCheckpoints } from "./postgres.ts";
import { SqliteSaver } from "./sqlite-saver.ts";

export interface Checkpoints {
  readonly saver: BaseCheckpointSaver;
  /** their place as text; never a URL, which may contain a password */
  readonly place: string;
  /** Closes the file or the connections. The run must be stopped. */
  close(): Promise<void>;
}

/** Opens the checkpoints in a database. Throws UserError if it is unusable. */
export async function openCheckpoints(database: string): Promise<Checkpoints> {
  if (isPostgres(database)) {
    const saver = await postgresCheckpoints(database);
    return { saver, place: "this Postgres", close: async () => await saver.end() };
  }
  const saver = opened(database);
  return { saver, place: database, close: async () => saver.close() };
}

/** Rethrows a full-disk error, which has its own message. */
function opened(file: string): SqliteSaver {
  try {
    return new SqliteSaver(file);
  } catch (error) {
    if (!/^SQLITE_(CANTOPEN|NOTADB)$/.test(codeOf(error))) throw error;
    throw new UserError(
      `the database ${file} cannot be used: ${(error as Error).message}`,
      "name a SQLite file that can be written, or postgres://user:password@host/name",
    );
  }
}
