/** An HTTP server on loopback for one test. The caller supplies the answers. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Loopback {
  url: string;
  /** Ends it, whoever is still connected. */
  close(): Promise<void>;
}

/** Starts it on a port that is free; `answer` gets each request with its whole body. */
export async function startLoopback(answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown): Promise<Loopback> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request).catch(() => null);
      if (body) await answer(request, response, body); // otherwise its client went away in the middle: nobody waits for an answer
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
