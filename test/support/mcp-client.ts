/** The official MCP client on `kernelwright mcp`, started as a coding agent starts it. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { main } from "./places.ts";

export interface Called {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Record<string, unknown>;
  /** messages of progress notifications, in order */
  readonly progress: readonly string[];
}

/** A client of a server in `cwd`; `broken` gathers what reached it beside the protocol. */
export async function connect({ cwd, args = [], env = {} }: { cwd: string; args?: string[]; env?: Record<string, string> }) {
  const broken: string[] = [];
  const client = new Client({ name: "a coding agent", version: "1" });
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(OPENAI|LANGSMITH|LANGCHAIN)_/.test(entry[0]),
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", main, "mcp", ...args],
    cwd,
    env: { ...Object.fromEntries(inherited), NODE_OPTIONS: "", ...env },
    stderr: "pipe",
  });
  Object.assign(client, { onerror: (error: Error) => void broken.push(error.message) });
  await client.connect(transport);
  return {
    client,
    broken,
    pid: transport.pid,
    /** Calls a tool and gathers its progress in `progress`. Rejects when `signal` aborts. */
    async call(name: string, input: Record<string, unknown>, signal?: AbortSignal, progress: string[] = []): Promise<Called> {
      const result = await client.callTool({ name, arguments: input }, CallToolResultSchema, {
        timeout: 600_000,
        resetTimeoutOnProgress: true,
        onprogress: ({ message = "" }) => void progress.push(message),
        ...(signal && { signal }),
      });
      const { content, isError = false, structuredContent = {} } = CallToolResultSchema.parse(result);
      const text = content.map((one) => (one.type === "text" ? one.text : "")).join("");
      return { text, isError, data: structuredContent, progress };
    },
    close: async () => client.close(),
  };
}
