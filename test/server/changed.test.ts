/** A search that another release began, whose graph had a node that this one lacks: nothing goes on with it silently. */
import { expect, it } from "@jest/globals";
import { StateGraph, START } from "@langchain/langgraph";
import { join } from "node:path";
import { Search } from "../../src/graph/state.ts";
import { openCheckpoints } from "../../src/tools/storage/checkpoints.ts";
import { openRun } from "../../src/run/run-folder.ts";
import { scratch, start } from "../support/command.ts";
import { makeRun } from "../support/run.ts";
import { repository } from "../support/places.ts";
import { freePort, startServer } from "../support/server.ts";

/** Leaves a thread before a node called `ponder`, as the release with that node would have when it was killed there. */
async function begun(database: string, thread_id: string, run: string): Promise<void> {
  const checkpoints = await openCheckpoints(database);
  const graph = new StateGraph(Search)
    .addNode("open", () => ({ run, version: 99 }))
    .addNode("ponder", () => Promise.reject(new Error("killed")))
    .addEdge(START, "open")
    .addEdge("open", "ponder")
    .compile({ checkpointer: checkpoints.saver });
  await expect(graph.invoke({ run }, { configurable: { thread_id } })).rejects.toThrow("killed");
  await checkpoints.close();
}

it("a server refuses to go on with it and says what can be done", async () => {
  const cwd = scratch();
  const run = makeRun("beam", "http://127.0.0.1:9");
  const server = await startServer([join(repository, "src", "cli", "main.ts"), "serve"], await freePort(), cwd);
  const { thread_id } = await server.client.threads.create({ graphId: "kernelwright" });
  await begun(join(cwd, "runs", "server.db"), thread_id, run);
  const answers = await Promise.all(
    [{ input: null }, { command: { resume: "approve" } }].map(async (asked) => {
      const body = JSON.stringify({ assistant_id: "kernelwright", ...asked });
      const answer = await fetch(`${server.url}/threads/${thread_id}/runs/stream`, { method: "POST", headers: { "content-type": "application/json" }, body });
      return [answer.status, await answer.text()];
    }),
  );
  await server.stop();
  const told = /was begun by another release: its state has version 99, this release has \d+: go on with that release.*npx kernelwright fork /;
  expect(answers).toEqual(Array.from({ length: 2 }, () => [422, expect.stringMatching(told)]));
});

it("so does resume", async () => {
  const run = makeRun("beam", "http://127.0.0.1:9");
  await begun(join(run, "checkpoints.db"), openRun(run).about.id, run);
  const { exitCode, all } = await start(["resume", run], { endpoint: "http://127.0.0.1:9" });
  expect([exitCode, all]).toEqual([1, expect.stringMatching(/was begun by another release[\s\S]*npx kernelwright fork /)]);
});
