import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { postgresCheckpoints } from "./postgres.ts";

/** Whether a database is named by its address, not as a file. */
export const isPostgres = (database: string): boolean => /^postgres(ql)?:\/\//.test(database);

/** LangGraph's checkpoints in a SQLite file, or in Postgres where the database is an address. */
export async function openCheckpoints(database: string): Promise<BaseCheckpointSaver> {
  return isPostgres(database) ? await postgresCheckpoints(database) : SqliteSaver.fromConnString(database);
}
