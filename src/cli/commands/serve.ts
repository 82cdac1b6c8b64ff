import type { Hono } from "hono";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { databaseOf } from "../../config/environment.ts";
import { wholeNumber } from "../../config/flags.ts";
import { createApp } from "../../server/app.ts";
import { type Query, sqliteThreads } from "../../server/threads.ts";
import { isPostgres } from "../../domain/worker-spec.ts";
import { openCheckpoints } from "../../tools/storage/checkpoints.ts";
import { portOf, serveOnLoopback } from "../terminal/loopback-server.ts";
import { patiently, poolFor, postgresCheckpoints } from "../../tools/storage/postgres.ts";

interface ServeFlags {
  port: string;
  database?: string;
  maxRuns: string;
}

/** `kernelwright serve`: the LangGraph API on loopback until Ctrl-C. */
export async function serve({ port, database = databaseOf() ?? "runs/server.db", maxRuns }: ServeFlags): Promise<void> {
  portOf(port);
  const most = wholeNumber(maxRuns, "--max-runs", 1)!;
  const app = isPostgres(database) ? await overPostgres(database, most) : await overSqlite(database, most);
  await serveOnLoopback(app, port, (bound) =>
    console.log(`kernelwright: serving on http://127.0.0.1:${bound}; in Studio: https://smith.langchain.com/studio?baseUrl=http://127.0.0.1:${bound}`),
  );
}

async function overSqlite(file: string, maxRuns: number): Promise<Hono> {
  mkdirSync(dirname(file), { recursive: true });
  return await createApp((await openCheckpoints(file)).saver, sqliteThreads(`${file}-threads`), maxRuns);
}

async function overPostgres(address: string, maxRuns: number): Promise<Hono> {
  const pool = poolFor(address);
  const query: Query = async (sql, values) => (await patiently(async () => await pool.query(sql, values), "the threads")).rows;
  return await createApp(await postgresCheckpoints(address, pool), { query, schema: "public" }, maxRuns); // where LangGraph's tables are
}
