/** The MCP server: the judge and the search as tools for any coding agent. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { workerOf } from "../config/services.ts";
import { createJudge } from "../tools/judge/client.ts";
import { shareWorkers } from "../tools/judge/shared-worker.ts";
import type { Worker } from "../tools/judge/process-worker.ts";
import { judgeTools } from "./judge-tools.ts";
import { searchTools } from "./search-tools.ts";
import type { ServerContext } from "./context.ts";
import { createSearches } from "./searches.ts";

const INSTRUCTIONS = `kernelwright judges kernels that replace a PyTorch module. A task is a Python file with Model, get_inputs and get_init_inputs.
A candidate is a Python file with ModelNew, or a folder with model_new.py and kernel.cu or kernel.cpp.
Call profile with the task alone first: it returns the reference's time, the machine and the format of a candidate.
Then write a candidate and call evaluate or profile. Calls take seconds to minutes: ask for progress, or allow ten minutes.
Only evaluate's verdict counts. The judge draws fresh secret inputs for every call.
start_search lets kernelwright's own agents search; it asks a model, which may cost money.`;

/** The server with its tools. `close` stops the searches and drops their work in flight. start_search can resume them later. */
export function createServer({ version, worker, config }: { version: string; worker: string | undefined; config: string | undefined }) {
  const server = new Server({ name: "kernelwright", version }, { instructions: INSTRUCTIONS, capabilities: { tools: {} } });
  const workers = shareWorkers((name) => workerOf(name));
  const lease = (name: string): Worker => workers.lease(name);
  const searches = createSearches(lease);
  const context: ServerContext = { worker, config, searches, open: (name, owner) => createJudge(lease(name), owner) };
  const tools = [...judgeTools(context), ...searchTools(context)];
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ listed }) => listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const called = tools.find(({ listed }) => listed.name === params.name);
    if (!called)
      throw new McpError(ErrorCode.InvalidParams, `there is no tool ${params.name}; use one of ${tools.map(({ listed }) => listed.name).join(", ")}`);
    return await called.call(params.arguments ?? {}, extra);
  });
  return {
    server,
    async close(this: void): Promise<void> {
      await server.close(); // aborts the calls under way, which frees their judges
      await searches.close();
    },
  };
}
