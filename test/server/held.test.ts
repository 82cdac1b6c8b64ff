/** Which runs a request holds. LangGraph says nothing of a graph whose stream is dropped between two steps, and may leave its nodes running. */
import { afterAll, beforeEach, expect, it } from "@jest/globals";
import { AsyncResource } from "node:async_hooks";
import { RunContext } from "../../src/domain/request.ts";
import { graph, request, standing } from "../../src/graph/index.ts";
import { holding } from "../../src/graph/holding.ts";
import { scratch } from "../support/command.ts";
import { scriptedJudge } from "../support/places.ts";

const home = process.cwd();
beforeEach(() => process.chdir(scratch())); // runs/ is made there
afterAll(() => {
  process.chdir(home);
});

const never = new AbortController().signal;

/** Streams a search on its own signal, and stops reading after its first step. Returns its run, and what reads on. */
async function begun(held: ReturnType<typeof request>, run = "") {
  return await held.within(async () => {
    const input = { target: "cpu" as const, run };
    const stream = await graph.stream(input, { context: RunContext.parse({ worker: scriptedJudge }), streamMode: "updates" });
    const parts = stream[Symbol.asyncIterator]();
    let made = "";
    for (let part = await parts.next(); !("prepare" in (part.value as object)); part = await parts.next())
      made = (part.value as { open?: { run: string } }).open?.run ?? made;
    const rest = async (): Promise<string> => {
      for (;;) if ((await parts.next()).done) return "whole";
    };
    return { run: made, readOn: async () => await held.within(rest).catch(String) };
  });
}

it("the run of a dropped stream is open until its request releases it", async () => {
  const held = request(never);
  await begun(held);
  expect(standing().runs).toHaveLength(1);
  held.release();
  expect(standing().runs).toEqual([]);
});

it("a request whose signal has aborted holds nothing and opens nothing, even if its graph goes on", async () => {
  const client = new AbortController();
  const { readOn } = await begun(request(client.signal));
  client.abort();
  expect(standing().runs).toEqual([]);
  expect(await readOn()).toContain("the run is stopping");
  expect(standing().runs).toEqual([]);
});

it("a run stays open for the request that goes on with it when the earlier one's client leaves late", async () => {
  const [first, second] = [new AbortController(), request(never)];
  const { run } = await begun(request(first.signal));
  await begun(second, run);
  first.abort();
  expect(standing().runs).toHaveLength(1);
  second.release();
  expect(standing().runs).toEqual([]);
});

it("work without a request of its own, such as a branch of async mode, opens a run only for a live request", () => {
  const released: string[] = [];
  const { request, hold, leave } = holding((run) => void released.push(run));
  const detached = new AsyncResource("branch");
  const branch = (): boolean => detached.runInAsyncScope(() => hold("run"));
  expect(branch()).toBe(false); // not in a server: the run is nobody's
  const held = request(never);
  expect(branch).toThrow("the run is stopping");
  held.within(() => hold("run"));
  expect(branch()).toBe(true);
  held.within(() => leave("run")); // its graph has ended
  expect(released).toEqual(["run"]);
  expect(branch).toThrow("the run is stopping");
  held.release();
  expect(released).toEqual(["run"]);
});
