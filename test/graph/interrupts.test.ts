/** Two plans wait for a person at once, and one is answered. */
import { expect, it } from "@jest/globals";
import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { createToolbox } from "../../src/config/services.ts";
import { RunContext, SearchForm } from "../../src/domain/request.ts";
import { searchGraph } from "../../src/graph/search.ts";
import { scratch } from "../support/command.ts";
import { instantOverrides } from "../support/instant.ts";
import { affineTask } from "../support/places.ts";

it("the branch of the answered plan goes on alone, and the other plan still waits", async () => {
  process.env["OPENAI_API_KEY"] = "test";
  const toolbox = createToolbox([], scratch(), "", instantOverrides(4));
  const request = SearchForm.parse({ task: affineTask, target: "cpu", strategy: "beam", attempts: 4, approve: ["plans"] });
  const run = await toolbox.create(request, RunContext.parse({ model: "instant" }), "a test");
  const graph = searchGraph(toolbox).compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" }, recursionLimit: 200 };
  const waiting = async (input: object): Promise<Record<string, string>> => {
    const answer: unknown = await graph.invoke(input, config);
    const asked = isInterrupted<{ attempt: string }>(answer) ? answer[INTERRUPT] : [];
    return Object.fromEntries(asked.map(({ id, value }) => [value!.attempt, id!]));
  };
  const made = (): string[] =>
    toolbox
      .open(run)
      .run.tree.madeBy(["r1b1", "r1b2"])
      .map((one) => one.id);

  const answer = async (id: string) => await waiting(new Command({ resume: { [id]: "approve" } }));
  const first = await waiting({ run });
  expect(Object.keys(first)).toEqual(["r1b1", "r1b2"]);
  expect(made()).toEqual([]);
  expect(Object.keys(await answer(first["r1b2"]!))).toEqual(["r1b1"]);
  expect(made()).toContain("r1b2");
  expect(made()).not.toContain("r1b1");
  const next = await answer(first["r1b1"]!); // the round is complete
  expect(made()).toContain("r1b1");
  expect(Object.keys(next).filter((id) => !id.startsWith("r2"))).toEqual([]);
  await toolbox.close();
});
