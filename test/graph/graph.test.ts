import { describe, expect, it } from "@jest/globals";
import { MemorySaver, ReducedValue, Send, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { graph } from "../../src/graph/index.ts";
import { repository } from "../support/places.ts";

describe("the graph", () => {
  it("that langgraph.json names exists and is the one drawn in docs/graph.mmd", async () => {
    const config = JSON.parse(readFileSync(join(repository, "langgraph.json"), "utf8"));
    expect(config.graphs.kernelwright.path).toBe("./src/graph/index.ts:graph");
    const drawn = (await graph.getGraphAsync({ xray: true })).drawMermaid();
    expect(readFileSync(join(repository, "docs", "graph.mmd"), "utf8").trim()).toBe(drawn.trim());
  });

  it("is never invoked with maxConcurrency", () => {
    const sources = readdirSync(join(repository, "src"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const passing = sources.filter((name) => /maxConcurrency\s*[:,]/.test(readFileSync(join(repository, "src", name), "utf8")));
    expect(passing).toEqual([]);
  });
});

/** Why: LangGraph loses the branches of a fan-out that had not started when one threw. If this fails, the loss is mended. */
describe("LangGraph's maxConcurrency", () => {
  const Items = new StateSchema({
    done: new ReducedValue(
      z.array(z.number()).default(() => []),
      { inputSchema: z.array(z.number()), reducer: (a: number[], b: number[]) => [...a, ...b] },
    ),
  });
  const run = async (limit: { maxConcurrency?: number }): Promise<number> => {
    let failures = 1;
    const work = async ({ item }: { item: number }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (item === 1 && failures-- > 0) throw new Error("one branch fails once");
      return { done: [item] };
    };
    const built = new StateGraph(Items)
      .addNode("plan", () => ({}))
      .addNode("work", work as never)
      .addEdge(START, "plan")
      .addConditionalEdges("plan", () => Array.from({ length: 8 }, (_, item) => new Send("work", { item })), ["work"])
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "1" }, ...limit };
    await built.invoke({}, config).catch(() => {});
    return (await built.invoke(null, config)).done.length;
  };

  it("loses branches after a failure, so the search must not use it", async () => {
    expect(await run({})).toBe(8);
    expect(await run({ maxConcurrency: 2 })).toBeLessThan(8);
  });
});
