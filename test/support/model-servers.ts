/** Endpoints of a test file's own: apart from model-server.ts, which runs outside of Jest too. */
import { afterEach } from "@jest/globals";
import { type ModelServer, startModelServer } from "./model-server.ts";

/** A way to start endpoints that are closed after each test. */
export function modelServers(): typeof startModelServer {
  const servers: ModelServer[] = [];
  afterEach(async () => void (await Promise.all(servers.splice(0).map(async (server) => server.close()))));
  return async (script, delayMs) => {
    const server = await startModelServer(script, delayMs);
    servers.push(server);
    return server;
  };
}
