/** Reserves standard output for the protocol. One other line on it would break the client's connection. */
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { Writable } from "node:stream";

/** The transport over this process's standard streams. From now on, all other output goes to standard error. */
export function stdioTransport(): StdioServerTransport {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const wire = new Writable({ write: (chunk: Buffer, _encoding, done) => void write(chunk, done) });
  return new StdioServerTransport(process.stdin, wire);
}
