import type { Hono } from "hono";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { databaseOf } from "../../config/environment.ts";
import { createApp } from "../../server/app.ts";
import { sqliteQuery } from "../../server/threads.ts";
import { isPostgres, openCheckpoints } from "../../tools/storage/checkpoints.ts";
import { portOf, serveOnLoopback } from "../terminal/loopback-server.ts";
import { patiently, poolFor, postgresCheckpoints } from "../../tools/storage/postgres.ts";

/** `kernelwright serve`: the LangGraph API on loopback until Ctrl-C. */
export async function serve({ port, database = databaseOf() ?? "runs/server.db" }: { port: string; database?: string }): Promise<void> {
  portOf(port);
  const app = isPostgres(database) ? await overPostgres(database) : await overSqlite(database);
  await serveOnLoopback(app, port, (bound) =>
    console.log(`kernelwright: serving on http://127.0.0.1:${bound}; in Studio: https://smith.langchain.com/studio?baseUrl=http://127.0.0.1:${bound}`),
  );
}

async function overSqlite(file: string): Promise<Hono> {
  mkdirSync(dirname(file), { recursive: true });
  return await createApp((await openCheckpoints(file)).saver, sqliteQuery(`${file}-threads`));
}

async function overPostgres(address: string): Promise<Hono> {
  const pool = poolFor(address);
  const checkpoints = await postgresCheckpoints(address, pool);
  return await createApp(
    checkpoints,
    async (sql, values) => (await patiently(async () => await pool.query(sql, values))).rows as { id: string; metadata: string; made: string }[],
  );
}
