import { once } from "node:events";
import { createServer } from "../../mcp/server.ts";
import { stdioTransport } from "../../mcp/stdio.ts";
import { version } from "../../lib/repository.ts";

/** `kernelwright mcp`: serves the tools over standard input and output until the client leaves. */
export async function mcp({ worker, config }: { worker?: string; config?: string }): Promise<void> {
  const { server, close } = createServer({ version, worker, config });
  const left = Promise.race([once(process.stdin, "end"), once(process.stdin, "close"), once(process, "SIGINT"), once(process, "SIGTERM")]);
  await server.connect(stdioTransport());
  await left;
  await close();
}
