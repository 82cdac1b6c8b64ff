import { serve as listen } from "@hono/node-server";
import type { Hono } from "hono";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { databaseOf } from "../environment.ts";
import { UserError } from "../domain/errors.ts";
import { createApp } from "../server/app.ts";
import { sqliteQuery } from "../server/threads.ts";
import { isPostgres, openCheckpoints } from "../tools/checkpoints.ts";
import { patiently, poolFor, postgresCheckpoints } from "../tools/postgres.ts";

/** `kernelwright serve`: the LangGraph API on loopback until Ctrl-C. */
export async function serve({ port, database = databaseOf() ?? "runs/server.db" }: { port: string; database?: string }): Promise<void> {
  if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new UserError(`--port ${port} is no port`, "for example --port 2025");
  const app = isPostgres(database) ? await overPostgres(database) : await overSqlite(database);
  const server = listen({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(port) }, ({ port: bound }) =>
    console.log(`kernelwright: serving on http://127.0.0.1:${bound}; in Studio: https://smith.langchain.com/studio?baseUrl=http://127.0.0.1:${bound}`),
  );
  await Promise.race([
    once(process, "SIGINT"),
    once(process, "SIGTERM"),
    once(server, "error").then(([error]: NodeJS.ErrnoException[]) => {
      throw new UserError(`port ${port} cannot be served: ${error?.code}`, "choose another with --port");
    }),
  ]);
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
    async (sql, values) => (await patiently(async () => await pool.query(sql, values))).rows as { id: string; metadata: string }[],
  );
}
