import { expect, it } from "@jest/globals";
import { searchGraph } from "../../src/graph/search.ts";
import { createToolbox } from "../../src/config/services.ts";
import { affineAgents } from "../support/affine.ts";
import { startModelServer } from "../support/model-server.ts";
import { makeRun } from "../support/run.ts";

it("streams what the agents write as they write it, each under the node and branch that asked", async () => {
  const server = await startModelServer(affineAgents());
  process.env["OPENAI_API_KEY"] = "test";
  const toolbox = createToolbox([]);
  const run = makeRun("beam", server.url, { attempts: 3 });
  const written = new Map<string, string>();
  const stream = await searchGraph(toolbox).compile().stream({ run }, { streamMode: "messages", subgraphs: true, recursionLimit: 100 });
  for await (const [namespace, [message, metadata]] of stream) {
    const by = `${namespace[0]} ${String((metadata as Record<string, unknown>)["langgraph_node"])}`;
    written.set(by, (written.get(by) ?? "") + message.text);
  }
  await toolbox.close(true);
  await server.close();
  const [planner] = [...written].filter(([by]) => by.endsWith(" analyze"));
  expect([...new Set([...written.keys()].map((by) => by.split(" ")[1]))]).toEqual(["analyze", "refactor"]);
  expect(planner?.[0]).toMatch(/^branch:/);
  expect(JSON.parse(planner?.[1] ?? "")).toHaveProperty("advice");
});
