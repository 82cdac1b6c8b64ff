/** Serves an application on loopback until Ctrl-C or SIGTERM. */
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { once } from "node:events";
import { UserError } from "../../domain/errors.ts";

/** `started` gets the bound port. Throws UserError for a text that is not a port, and for a port that cannot be bound. */
export async function serveOnLoopback(app: Hono, port: string, started: (port: number) => void): Promise<void> {
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: portOf(port) }, (address) => started(address.port));
  await Promise.race([
    once(process, "SIGINT"),
    once(process, "SIGTERM"),
    once(server, "error").then(([error]: NodeJS.ErrnoException[]) => {
      throw new UserError(`port ${port} cannot be served: ${error?.code}`, "choose another with --port");
    }),
  ]);
}

/** The port that `--port` names; 0 lets the system choose. Throws UserError for another text. */
export function portOf(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 65_535) throw new UserError(`--port ${text} is no port`, "for example --port 2025");
  return Number(text);
}
