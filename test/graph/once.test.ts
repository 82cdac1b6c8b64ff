/** Each fact of a search is written once, also by a node that runs again because a kill cut it off before its checkpoint. */
import { expect, it } from "@jest/globals";
import { MemorySaver, type Runtime, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { createToolbox } from "../../src/config/services.ts";
import { RunContext, SearchForm } from "../../src/domain/request.ts";
import { type SearchState, stepOf } from "../../src/graph/state.ts";
import { collect } from "../../src/nodes/collect.ts";
import { prepare } from "../../src/nodes/prepare.ts";
import { select } from "../../src/nodes/select.ts";
import { createFacts } from "../../src/run/facts.ts";
import { openLedger } from "../../src/run/ledger.ts";
import type { Toolbox } from "../../src/tools/toolbox.ts";
import { affineAgents, affineBundle } from "../support/affine.ts";
import { scratch } from "../support/command.ts";
import { instantOverrides } from "../support/instant.ts";
import { affineTask } from "../support/places.ts";
import { search } from "../support/search.ts";
import { common, okVerdict } from "../support/verdicts.ts";

const runtime = { executionInfo: { taskId: "the same step" } } as Runtime;
const wrong = { status: "wrong", ...common, inputs: "public", problem: "the outputs differ" } as const;

it("three branches that write one program, one after a repair, are one attempt each in the log, and collecting them again changes nothing", async () => {
  const agents = affineAgents();
  let coded = 0;
  const bundle = (variant: number) => JSON.stringify({ explanation: "a kernel", files: affineBundle(variant) });
  const { run, record } = await search(
    (asked, nth) => (asked.role === "planner" ? agents(asked, nth) : bundle(asked.role === "coder" && coded++ === 0 ? 1 : 2)),
    { policy: { attempts: 12, breadth: 3, tune: 0 } }, // each of the three may repair, whichever writes first
    ({ candidate }) => (candidate.files.some(({ text }) => text.includes("variant = 1;")) ? wrong : okVerdict("search", 2)),
  );
  const told = run.events().flatMap((one) => (one.type === "attempted" ? [one.attempt.id] : []));
  const again = run.events().flatMap((one) => (one.type === "attempted" && one.attempt.diagnosis ? [one.attempt.id] : []));
  expect(told.toSorted()).toEqual([...new Set(told), ...again].toSorted()); // once, and once more with its diagnosis
  const statuses = record.attempts.filter((one) => one.round === 1).map((one) => one.status);
  expect(statuses.toSorted()).toEqual(["duplicate", "duplicate", "ok", "wrong"]);
  const tools = { run, ledger: openLedger(run, run.about.settings.limits) };
  const before = run.events().length;
  const branches = { run: run.path, round: 1, expansions: ["r1b1", "r1b2", "r1b3"].map((id) => ({ id })), completed: null, ending: null };
  await collect({ open: () => tools } as unknown as Toolbox)(branches as unknown as SearchState);
  expect(
    run
      .events()
      .slice(before)
      .filter((one) => one.type !== "stopped"),
  ).toEqual([]);
});

it("a verdict lies in one file, which the kept reply of the judge names", async () => {
  const { run, record } = await search(affineAgents(), { policy: { attempts: 1, tune: 0 } });
  const { verdict } = record.attempts.find((one) => one.id === "r1b1")!;
  const kept = readdirSync(run.file("judged")).map((name) => JSON.parse(readFileSync(join(run.file("judged"), name), "utf8")) as { artifact?: string });
  expect(kept.filter((one) => one.artifact === verdict)).toEqual([{ kind: "judged", artifact: verdict }]);
  expect(run.verdict(verdict!)).toEqual(okVerdict("search", 2));
});

it("a node that runs again after it failed or was killed is the same step, and another node is another one", async () => {
  const steps: string[] = [];
  const node = (fails: number) => (_: object, config: Runtime) => {
    steps.push(stepOf(config));
    if (steps.length <= fails) throw new Error("killed");
    return {};
  };
  const graph = new StateGraph(new StateSchema({ count: z.number().default(0) }))
    .addNode("one", node(1))
    .addNode("two", node(0))
    .addEdge(START, "one")
    .addEdge("one", "two")
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await expect(graph.invoke({}, config)).rejects.toThrow("killed");
  await graph.invoke(null, config);
  expect(steps).toHaveLength(3);
  expect(steps[1]).toBe(steps[0]);
  expect(steps[2]).not.toBe(steps[0]);
});

it("open, prepare and select leave no second folder and no second event", async () => {
  const folder = scratch();
  process.env["OPENAI_API_KEY"] = "test";
  const toolbox = createToolbox([], folder, "", instantOverrides(4));
  const request = SearchForm.parse({ task: affineTask, target: "cpu", attempts: 4 });
  const made = async (step: string) => await toolbox.create(request, RunContext.parse({ model: "instant" }), step);
  const run = await made("a");
  expect([await made("a"), (await made("b")) === run]).toEqual([run, false]);
  expect(readdirSync(folder)).toHaveLength(2);

  const state = { run, round: 0, expansions: [], ending: null, hint: "", budget: null } as unknown as SearchState;
  const events = () =>
    toolbox
      .open(run)
      .run.events()
      .map((one) => one.type);
  await prepare(toolbox)(state);
  const prepared = events();
  await prepare(toolbox)(state);
  expect(events()).toEqual(prepared);
  await select(toolbox)(state, runtime);
  const selected = events();
  await select(toolbox)(state, runtime);
  expect(events()).toEqual(selected);

  const asked = { ...state, budget: 8 };
  const forks = [await select(toolbox)(asked, runtime), await select(toolbox)(asked, runtime)].map((one) => one.run);
  expect(forks[1]).toBe(forks[0]);
  expect(forks[0]).not.toBe(run);
  expect(readdirSync(dirname(forks[0]!)).filter((name) => name.includes("-fork-"))).toHaveLength(1);
  rmSync(join(forks[0]!, "run.json")); // a kill before the fork was whole
  expect((await select(toolbox)(asked, runtime)).run).toBe(forks[0]);
  expect(
    toolbox
      .open(forks[0]!)
      .run.events()
      .map((one) => one.type),
  ).toEqual([...prepared.filter((one) => one !== "stopped"), "forked"]);
  await toolbox.close();
});

it("a stop is told again after the run was resumed, and not before", () => {
  const at = "2026-11-22T00:00:00.000Z";
  const stopped = { type: "stopped", at, reason: "interrupted", detail: "Ctrl-C" } as const;
  const facts = createFacts([]);
  const isNew = [stopped, stopped, { type: "resumed", at } as const, stopped].map((one) => {
    const known = facts.knows(one);
    facts.note(one);
    return !known;
  });
  expect(isNew).toEqual([true, false, true, true]);
});
