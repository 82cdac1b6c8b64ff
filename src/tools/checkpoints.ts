import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { postgresCheckpoints } from "./postgres.ts";

/** Whether a database is named by its address, not as a file. */
export const isPostgres = (database: string): boolean => /^postgres(ql)?:\/\//.test(database);

/** LangGraph's checkpoints in a SQLite file, or in Postgres where the database is an address. */
export async function openCheckpoints(database: string): Promise<BaseCheckpointSaver> {
  return isPostgres(database) ? await postgresCheckpoints(database) : SqliteSaver.fromConnString(database);
}

/** Closes the file of a run that has ended: a process that drives many would run out of them. Postgres closes idle connections itself. */
export function closeCheckpoints(checkpoints: BaseCheckpointSaver): void {
  if (checkpoints instanceof SqliteSaver) checkpoints.db.close();
}
