/** Searches on the dev server of dev.test.ts: streams, human feedback, forks, cancelling, and parallel runs. The judge is scripted by default. */
import { expect, it } from "@jest/globals";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../../src/lib/hash.ts";
import { recordOf, type RunEvent } from "../../src/run/events.ts";
import { openRun } from "../../src/run/run-folder.ts";
import { readRecording, recordingText } from "../../src/tools/model/recordings.ts";
import { scratch } from "../support/command.ts";
import type { ModelServer } from "../support/model-server.ts";
import { eventsOf } from "../support/run.ts";
import { repository, scriptedJudge } from "../support/places.ts";
import { processesWith, type Server } from "../support/server.ts";
import { until } from "../support/until.ts";

const task = join(repository, "test", "fixtures", "affine.py");
const recorded = { worker: scriptedJudge, replay: join(repository, "evals", "recorded", "row_softmax.cpu.jsonl") };
const TINY =
  "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return 2 * x + 1\ndef get_inputs():\n    return [torch.rand(64, 64)]\ndef get_init_inputs():\n    return []\n";

/** Adds the tests; `running` gives the server and the model that it asks. */
export function searchesOn(running: () => { server: Server; model: ModelServer }): void {
  const begin = async () => {
    const { client } = running().server;
    const { thread_id } = await client.threads.create();
    const wait = async (payload: object) => (await client.runs.wait(thread_id, "kernelwright", { context: { worker: scriptedJudge }, ...payload })) as object;
    const state = async () => await client.threads.getState<{ run: string; summary: string }>(thread_id);
    return { thread_id, client, wait, state };
  };

  it("runs the shipped example from recorded replies, and streams the run's own events, each once and in order", async () => {
    const { client, thread_id, state } = await begin();
    const streamed: RunEvent[] = [];
    const nodes: string[] = [];
    const stories: string[] = [];
    const told: { change?: string; result?: string }[] = [];
    const asked = { input: { target: "cpu", attempts: 2 }, context: recorded, streamSubgraphs: true };
    for await (const { event, data } of client.runs.stream(thread_id, "kernelwright", { ...asked, streamMode: ["custom", "updates", "values"] })) {
      if (event.startsWith("custom")) streamed.push(data as RunEvent);
      if (event.startsWith("updates")) nodes.push(...Object.keys(data as object));
      const { summary } = data as { summary?: string };
      if (event === "values" && summary && summary !== stories.at(-1)) stories.push(summary);
      if (event.startsWith("updates|branch")) told.push(...Object.values(data as Record<string, object>));
    }
    const { values } = await state();
    const logged = eventsOf(values.run);
    rmSync(values.run, { recursive: true });
    expect(streamed).toEqual(logged);
    expect(recordOf(logged)).toMatchObject({ started: { task: "row_softmax", target: "cpu", mode: "replay" }, finished: { report: "report.html" } });
    expect(nodes).toEqual(expect.arrayContaining(["open", "diagnose", "verify", "report"]));
    expect(Object.keys(values).slice(0, 3)).toEqual(["summary", "winner", "ending"]);
    expect(stories[0]).toMatch(/^row_softmax on cpu, fp32, beam: 0 of 2 attempts\nroot {2}[\d.]+ us$/);
    expect(stories[1]).toMatch(/\nroot .*\n {2}r1b1 {2}expanding(\n|$)/);
    expect(values.summary).toMatch(/\n {2}r1b1 {2}wrong: .+ {2}\[.+\][\s\S]*\nended: .+\npromoted: nothing$/);
    expect(told.find(({ change }) => change)?.change).toMatch(/^\+/m);
    expect(told.find(({ result }) => result)?.result).toMatch(/^wrong: ./);
  });

  it("streams in every mode that LangGraph has", async () => {
    const { client, thread_id, state } = await begin();
    const seen = new Map<string, unknown[]>();
    const streamMode = ["values", "updates", "custom", "messages", "messages-tuple", "tasks", "checkpoints", "debug", "events"] as const;
    const asked = { input: { task, target: "cpu", strategy: "beam", attempts: 2 }, context: { worker: scriptedJudge }, streamSubgraphs: true } as const;
    for await (const { event, data } of client.runs.stream(thread_id, "kernelwright", { ...asked, streamMode: [...streamMode] })) {
      const mode = event.startsWith("messages|") ? "messages-tuple" : event.split(/[|/]/)[0]!;
      seen.set(mode, [...(seen.get(mode) ?? []), data]);
    }
    const { values } = await state();
    rmSync(values.run, { recursive: true });
    const last = (mode: string): unknown => seen.get(mode)?.at(-1);
    expect([...seen.keys()].toSorted()).toEqual([...streamMode, "metadata"].toSorted());
    expect(last("values")).toEqual(values);
    expect(last("updates")).toEqual({ report: {} });
    expect(last("custom")).toMatchObject({ type: "finished" });
    expect(last("tasks")).toMatchObject({ name: "report", result: {} });
    expect(last("checkpoints")).toMatchObject({ values: { summary: values.summary }, next: [] });
    expect(last("debug")).toMatchObject({ type: "checkpoint" });
    expect(last("events")).toMatchObject({ event: "on_chain_end" });
    expect(JSON.stringify(last("messages"))).toContain("variant");
    const pieces = seen.get("messages-tuple") as [{ content: string }, { langgraph_node: string }][];
    expect(new Set(pieces.map(([, { langgraph_node: node }]) => node))).toEqual(new Set(["analyze", "refactor"]));
    expect(pieces.map(([{ content }]) => content).join("")).toContain('{"strategy":"variant');
  });

  it("ends the judge of a run that is cancelled while it works, with all that it started", async () => {
    const { client, thread_id, state } = await begin();
    const mark = `KERNELWRIGHT_TEST_MARK=${thread_id}`;
    const worker = `env KERNELWRIGHT_TEST_SILENT=1 ${mark} ${scriptedJudge}`;
    const health = async () => (await (await fetch(`${running().server.url}/health`)).json()) as { runs: object[]; workers: object[] };
    const { run_id } = await client.runs.create(thread_id, "stark", { input: { task, target: "cpu", attempts: 2 }, context: { worker } });
    await until(async () => processesWith(mark) > 0);
    const busy = await health();
    await client.runs.cancel(thread_id, run_id, false);
    await until(async () => processesWith(mark) === 0);
    const { run } = (await state()).values;
    const { strategy } = openRun(run).about.settings.policy;
    rmSync(run, { recursive: true });
    expect(busy).toMatchObject({ runs: [{ modelCalls: 0 }], workers: [{ worker: "command", runs: 1, jobs: 1 }] });
    expect(strategy).toBe("stark"); // what the assistant chooses where the form leaves it open
    expect(await health()).toMatchObject({ runs: [], workers: [] });
  });

  it("stops before a plan is carried out and before promotion, goes on with the answer of the person, and can be forked from an earlier round with another budget", async () => {
    const { client, thread_id, wait, state } = await begin();
    const [rule, advice] = ["no rule shall be forgotten", "use the widest vector loads"];
    await wait({ input: { task, target: "cpu", strategy: "beam", attempts: 4, approve: ["plans", "promotion"] } });
    const waiting = await client.threads.getState<{ run: string }>(thread_id, undefined, { subgraphs: true });
    const [question] = waiting.tasks.flatMap((one) => one.interrupts.map(({ value }) => value as Record<string, string>));
    const branch = waiting.tasks[0]!.state as unknown as { values: Record<string, object> };
    const idle = await client.threads.get(thread_id);
    await wait({ command: { resume: JSON.stringify({ decision: "reject", reason: rule }) } });
    await wait({ command: { resume: { decision: "edit", advice } } });
    const asks = async () => (await state()).tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => (value as { asks: string }).asks));
    for (let turn = 0; turn < 12 && (await asks()).includes("plan"); turn++) await wait({ command: { resume: "approve" } });
    const last = await asks();
    await wait({ command: { resume: { decision: "reject", reason: "the numbers do not convince me" } } });
    const { values } = await state();
    const events = eventsOf(values.run);

    const history = await client.threads.getHistory<{ round: number }>(thread_id, { limit: 50 });
    const early = history.find((one) => one.values.round === 1 && one.next.includes("select"))!;
    const put = { values: { budget: 3, hint: "mind the tail", waitsFor: [] }, checkpoint: early.checkpoint, asNode: "collect" };
    const forked = (await client.threads.updateState(thread_id, put)) as unknown as { checkpoint: object };
    await wait({ input: null, checkpoint: forked.checkpoint });
    const fork = (await state()).values.run;
    const record = recordOf(eventsOf(fork));
    for (const run of [values.run, fork]) rmSync(run, { recursive: true });
    const prompts = (role: string): string[] =>
      running()
        .model.answered.filter((one) => one.role === role)
        .map((one) => one.prompt);
    expect(idle.status).toBe("interrupted");
    expect(question).toMatchObject({
      asks: "plan",
      attempt: "r1b1",
      parent: "root",
      advice: expect.stringMatching(/./),
      marked: expect.stringContaining("reference.py"),
      answers: ["approve", "edit", "retarget", "reject"].map((decision) => expect.objectContaining({ decision })),
    });
    expect(Object.keys(branch.values).slice(0, 5)).toEqual(["focus", "diagnosis", "step", "change", "result"]);
    expect(branch.values).toMatchObject({ diagnosis: { summary: expect.stringMatching(/./) }, step: { plan: { strategy: expect.stringMatching(/./) } } });
    expect(prompts("planner").some((one) => one.includes(`Do not do this again: ${rule}`))).toBe(true);
    expect(prompts("coder").some((one) => one.includes(advice))).toBe(true);
    expect(events.filter((one) => one.type === "human_feedback").map(({ feedback }) => feedback.text)).toEqual(
      expect.arrayContaining([rule, `advice edited: ${advice}`]),
    );
    expect(last).toEqual(["promotion"]);
    expect(recordOf(events)).toMatchObject({ finished: { best: null } });
    expect(fork).not.toBe(values.run);
    expect(record).toMatchObject({ fork: { from: recordOf(events).started.runId, round: 1 }, finished: { report: "report.html" } });
    expect(record.feedback.at(-1)).toMatchObject({ kind: "hint", text: "mind the tail" });
    expect(record.attempts.filter((one) => !["reference", "tuner"].includes(one.role))).toHaveLength(3);
  });

  it("five threads at once, and one whose task raises, share one real judge that never times two things at the same time", async () => {
    const log = join(scratch(), "lanes.jsonl");
    const worker = `env PYTHONPATH=${join(import.meta.dirname, "..", "support", "lanes")} LANES_LOG=${log}`;
    const search = async (source: string) => {
      const { wait, state } = await begin();
      const replay = join(scratch(), "replies.jsonl");
      const [, ...replies] = readFileSync(recorded.replay, "utf8").split("\n");
      writeFileSync(replay, recordingText({ ...readRecording(recorded.replay).run, source: hashOf(source) }, replies.filter(Boolean)));
      const result = await wait({ input: { source, target: "cpu", attempts: 1 }, context: { worker, replay }, raiseError: false });
      const { values } = await state();
      const events = eventsOf(values.run);
      rmSync(values.run, { recursive: true });
      return { result: JSON.stringify(result), timed: events.some((one) => one.type === "prepared") };
    };
    const raising = TINY.replace("return 2 * x + 1", 'raise ValueError("no such shape")');
    const [raised, ...searches] = await Promise.all([raising, ...Array.from({ length: 5 }, () => TINY)].map(search));
    const lines = readFileSync(log, "utf8").trim().split("\n");
    const held = lines.map((line) => JSON.parse(line) as { from: number; to: number }).toSorted((a, b) => a.from - b.from);
    expect(raised).toMatchObject({ timed: false, result: expect.stringMatching(/the reference failed on its own inputs: ValueError: no such shape/) });
    expect(searches.map(({ timed }) => timed)).toEqual(Array.from({ length: 5 }, () => true));
    expect(held.length).toBeGreaterThanOrEqual(5);
    expect(held.filter(({ to }, at) => to > (held[at + 1]?.from ?? Infinity))).toEqual([]);
  });
}
