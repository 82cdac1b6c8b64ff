/** What a request holds: LangGraph says nothing of a graph whose stream is dropped between two steps, and its runs are released all the same. */
import { afterAll, expect, it } from "@jest/globals";
import { RunContext } from "../../src/domain/request.ts";
import { graph, request, standing } from "../../src/graph/index.ts";
import { removeScratch, scratch } from "../support/command.ts";
import { scriptedJudge } from "../support/places.ts";

const home = process.cwd();
afterAll(() => {
  process.chdir(home);
  removeScratch();
});

it("the run of a dropped stream is open until its request releases it", async () => {
  process.chdir(scratch()); // runs/ is made there
  const held = request();
  await held.within(async () => {
    const parts = await graph.stream({ target: "cpu" }, { context: RunContext.parse({ worker: scriptedJudge }), streamMode: "updates" });
    for await (const part of parts) if ("prepare" in part) break;
  });
  expect(standing().runs).toHaveLength(1);
  held.release();
  expect(standing().runs).toEqual([]);
}, 30_000);
