/** `npm run dev`: the real LangGraph dev server, driven as LangGraph Studio drives it. The judge is scripted, the replies are recorded. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { recordOf, type RunEvent } from "../../src/domain/run-record.ts";
import { freePort, processesWith, type Server, startServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { repository, scriptedJudge } from "../support/places.ts";

const START = 90_000;
interface Form {
  readonly properties: Record<string, { type?: string; title?: string; description?: string; format?: string; default?: unknown; enum?: string[] }>;
  readonly required?: string[];
}

let server: Server;
beforeAll(async () => {
  server = await startServer([join(repository, "bin", "npm-dev.mjs"), "--no-reload"], await freePort());
}, START);
afterAll(async () => await server.stop());

it("draws the search with the nodes of every branch", async () => {
  const { nodes } = await server.client.assistants.getGraph("kernelwright", { xray: true });
  const names = nodes.map(({ id }) => String(id));
  expect(names).toEqual(expect.arrayContaining(["open", "prepare", "select", "branch:diagnose", "branch:analyze", "branch:refactor", "branch:verify"]));
});

it("offers each way to search as an assistant of its own", async () => {
  const names = (await server.client.assistants.search()).map(({ graph_id }) => graph_id);
  expect(names.toSorted()).toEqual(["kernelwright", "quick-look", "sampling", "stark", "thorough"]);
});

it("draws forms whose every field has a title, says what it is for, and may be left as it is or empty", async () => {
  const { input_schema: input, context_schema: context } = (await server.client.assistants.getSchemas("kernelwright")) as unknown as Record<string, Form>;
  const fields = [input, context].flatMap((form) => Object.entries(form!.properties));
  const unsaid = fields.filter(([name, { title, description }]) => !title || title === name || !description).map(([name]) => name);
  const torn = fields.filter(([, field]) => field.type === undefined || field.default === null).map(([name]) => name);
  const unclear = fields.filter(([, field]) => field.default === undefined && !/empty: ./.test(field.description ?? "")).map(([name]) => name);
  expect([unsaid, torn, unclear]).toEqual([[], [], []]);
  const limits = ["maxTokens", "maxCostUsd", "maxGpuSeconds", "maxMinutes"];
  expect(Object.keys(input!.properties)).toEqual(["task", "source", "target", "strategy", "attempts", "targetSpeedup", ...limits, "approve"]);
  expect(Object.keys(context!.properties)).toEqual(["model", "replay", "worker", "language", "precision", "library", "seed"]);
  const { source, target, strategy, attempts, approve } = input!.properties;
  expect(source?.format).toBe("textarea");
  expect(target).toMatchObject({ default: "auto", enum: ["auto", "cuda", "cpu"] });
  expect(strategy?.enum?.filter((name) => !strategy.description?.includes(name))).toEqual([]);
  expect(attempts).toMatchObject({ type: "integer", minimum: 1 });
  expect(approve).toMatchObject({ default: [], uniqueItems: true, items: { enum: ["plans", "promotion"] } });
  expect([input!.required, context!.required]).toEqual([undefined, undefined]);
});

it(
  "runs the shipped example from recorded replies, and streams the run's own events, each once and in order",
  async () => {
    const { thread_id } = await server.client.threads.create();
    const input = { target: "cpu", attempts: 2 };
    const streamed: RunEvent[] = [];
    const nodes: string[] = [];
    const stories: string[] = [];
    const told: { change?: string; result?: string }[] = [];
    const stream = server.client.runs.stream(thread_id, "kernelwright", {
      input,
      context: { worker: scriptedJudge },
      streamMode: ["custom", "updates", "values"],
      streamSubgraphs: true,
    });
    for await (const { event, data } of stream) {
      if (event.startsWith("custom")) streamed.push(data as RunEvent);
      if (event.startsWith("updates")) nodes.push(...Object.keys(data as object));
      const { story } = data as { story?: string };
      if (event === "values" && story && story !== stories.at(-1)) stories.push(story);
      if (event.startsWith("updates|branch")) told.push(...Object.values(data as Record<string, object>));
    }
    const { values } = await server.client.threads.getState<{ run: string; story: string }>(thread_id);
    const logged = eventsIn(values.run);
    rmSync(values.run, { recursive: true });
    expect(streamed).toEqual(logged);
    expect(recordOf(logged)).toMatchObject({ started: { task: "row_softmax", target: "cpu", mode: "replay" }, finished: { report: "report.html" } });
    expect(nodes).toEqual(expect.arrayContaining(["open", "diagnose", "verify", "report"]));
    expect(Object.keys(values).slice(0, 3)).toEqual(["story", "winner", "ending"]);
    expect(stories[0]).toMatch(/^row_softmax on cpu, fp32, beam: 0 of 2 attempts\nroot {2}[\d.]+ us$/);
    expect(stories[1]).toMatch(/\nroot .*\n {2}r1b1 {2}growing(\n|$)/);
    expect(values.story).toMatch(/\n {2}r1b1 {2}wrong: .+ {2}\[.+\][\s\S]*\nended: .+\npromoted: nothing$/);
    expect(told.find(({ change }) => change)?.change).toMatch(/^\+/m);
    expect(told.find(({ result }) => result)?.result).toMatch(/^wrong: ./);
  },
  START,
);

it(
  "ends the judge of a run that is cancelled, with all that it started",
  async () => {
    const { thread_id } = await server.client.threads.create();
    const mark = `KERNELWRIGHT_TEST_MARK=${thread_id}`;
    const worker = `env KERNELWRIGHT_TEST_DELAY_MS=600000 ${mark} ${scriptedJudge}`;
    const { run_id } = await server.client.runs.create(thread_id, "kernelwright", { input: { target: "cpu", attempts: 2 }, context: { worker } });
    await until(async () => processesWith(mark) > 0);
    await server.client.runs.cancel(thread_id, run_id, false);
    await until(async () => processesWith(mark) === 0);
    const { values } = await server.client.threads.getState<{ run: string }>(thread_id);
    rmSync(values.run, { recursive: true });
  },
  START,
);

it(
  "stops before a plan is carried out, goes on with the answer of the person, and can be forked from an earlier round with another budget",
  async () => {
    const { thread_id } = await server.client.threads.create();
    const context = { worker: scriptedJudge };
    const run = async (payload: object) => await server.client.runs.wait(thread_id, "kernelwright", { context, ...payload });
    const mark = "no rule shall be forgotten";
    await run({ input: { target: "cpu", attempts: 4, approve: ["plans"] } });
    const waiting = await server.client.threads.getState<{ run: string }>(thread_id, undefined, { subgraphs: true });
    const [question] = waiting.tasks.flatMap((task) => task.interrupts.map(({ value }) => value as Record<string, string>));
    const branch = waiting.tasks[0]!.state as unknown as { values: Record<string, object> };
    const idle = await server.client.threads.get(thread_id);
    await run({ command: { resume: JSON.stringify({ decision: "reject", reason: mark }) } });
    for (let turn = 0; turn < 6 && (await server.client.threads.getState(thread_id)).next.length > 0; turn++) await run({ command: { resume: "approve" } });
    const { values } = await server.client.threads.getState<{ run: string }>(thread_id);
    const events = eventsIn(values.run);

    const history = await server.client.threads.getHistory<{ round: number }>(thread_id, { limit: 50 });
    const early = history.find((one) => one.values.round === 1 && one.next.includes("select"))!;
    const forked = await server.client.threads.updateState(thread_id, {
      values: { budget: 3, hint: "mind the tail", waitsFor: [] },
      checkpoint: early.checkpoint,
      asNode: "collect",
    });
    await run({ input: null, checkpoint: (forked as unknown as { checkpoint: object }).checkpoint });
    const fork = (await server.client.threads.getState<{ run: string }>(thread_id)).values.run;
    const record = recordOf(eventsIn(fork));
    rmSync(values.run, { recursive: true });
    rmSync(fork, { recursive: true });
    expect(idle.status).toBe("interrupted");
    expect(question).toMatchObject({
      asks: "plan",
      attempt: "r1b1",
      parent: "root",
      advice: expect.stringMatching(/./),
      marked: expect.stringContaining("reference.py"),
      answers: ["approve", "edit", "retarget", "reject"].map((decision) => expect.objectContaining({ decision })),
    });
    expect(events.filter((one) => one.type === "told").map(({ word }) => word.text)).toContain(mark);
    expect(recordOf(events).finished).not.toBeNull();
    expect(Object.keys(branch.values).slice(0, 5)).toEqual(["focus", "diagnosis", "plan", "change", "result"]);
    expect(branch.values).toMatchObject({ diagnosis: { summary: expect.stringMatching(/./) }, plan: { strategy: expect.stringMatching(/./) } });
    expect(fork).not.toBe(values.run);
    expect(record).toMatchObject({ fork: { from: recordOf(events).started.runId, round: 1 }, finished: { report: "report.html" } });
    expect(record.told.at(-1)).toMatchObject({ kind: "hint", text: "mind the tail" });
    expect(record.attempts.filter((one) => !["reference", "tuner"].includes(one.role))).toHaveLength(3);
  },
  START,
);

it("answers a form that does not fit and an assistant that is not there with what is wrong, and says what is at work", async () => {
  const { thread_id } = await server.client.threads.create();
  const form = await server.client.runs.wait(thread_id, "kernelwright", { input: { attempts: "many", strategy: "guess" }, raiseError: false });
  const nobody = await server.client.runs.wait(thread_id, "nobody", { input: {} }).catch((error: unknown) => String(error));
  const health = await (await fetch(`${server.url}/health`)).json();
  expect(JSON.stringify(form)).toMatch(/attempts.*expected number|expected number.*attempts/i);
  expect(nobody).toMatch(/nobody|not found|No assistant/i);
  expect(health).toMatchObject({ ok: true, runs: [], workers: [] });
});

it("answers a task that is not there with what is wrong and what to do", async () => {
  const { thread_id } = await server.client.threads.create();
  const result = (await server.client.runs.wait(thread_id, "kernelwright", { input: { task: "nowhere.py" }, raiseError: false })) as Record<string, unknown>;
  expect(JSON.stringify(result)).toMatch(/no task file at nowhere\.py.*name a Python file/);
});

function eventsIn(run: string): RunEvent[] {
  const lines = readFileSync(join(run, "events.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as RunEvent);
}
