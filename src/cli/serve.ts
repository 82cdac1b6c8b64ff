import { serve as listen } from "@hono/node-server";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../domain/errors.ts";
import { createApp } from "../server/app.ts";

/** `kernelwright serve`: the LangGraph API on loopback until Ctrl-C. */
export async function serve({ port, database }: { port: string; database: string }): Promise<void> {
  if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new UserError(`--port ${port} is no port`, "for example --port 2025");
  mkdirSync(dirname(database), { recursive: true });
  const server = listen({ fetch: createApp(database).fetch, hostname: "127.0.0.1", port: Number(port) }, ({ port: bound }) =>
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
