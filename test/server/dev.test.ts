/** `npm run dev`: the tests use the real LangGraph dev server like LangGraph Studio. They cover the drawing, refusals, and runs (dev-runs.ts). */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { execa } from "execa";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { affineAgents } from "../support/affine.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { repository } from "../support/places.ts";
import { freePort, type Server, startServer } from "../support/server.ts";
import { searchesOn } from "./dev-runs.ts";

interface Form {
  readonly properties: Record<string, { type?: string; title?: string; description?: string; format?: string; default?: unknown; enum?: string[] }>;
  readonly required?: string[];
}

let server: Server;
let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer(affineAgents());
  const live = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "test" };
  server = await startServer([join(repository, "bin", "npm-dev.mjs"), "--no-reload"], await freePort(), repository, live);
});
afterAll(async () => {
  await server.stop();
  await model.close();
});

it("reports that its port is taken, and exits", async () => {
  const dev = [join(repository, "bin", "npm-dev.mjs"), "--port", new URL(server.url).port];
  const { exitCode, stderr } = await execa(process.execPath, dev, { reject: false });
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/port \d+ cannot be served: EADDRINUSE\n {2}-> choose another: npm run dev -- --port/)]);
});

it("draws the search as docs/graph.mmd does, with the nodes of every branch", async () => {
  const { nodes, edges } = await server.client.assistants.getGraph("kernelwright", { xray: true });
  expect(nodes.find(({ id }) => id === "branch:analyze")).toMatchObject({ metadata: { title: "plan" } });
  const named = (id: unknown): string => String(id).replace(":", "_");
  const drawn = readFileSync(join(repository, "docs", "graph.mmd"), "utf8");
  const [boxes, arrows] = [[...drawn.matchAll(/^\t(\w+)[([]/gm)], [...drawn.matchAll(/^\t(\w+) (-->|-\.->) (\w+);/gm)]];
  expect(nodes.map(({ id }) => named(id)).toSorted()).toEqual(boxes.map(([, id]) => id!).toSorted());
  expect(edges.map(({ source, target, conditional }) => `${named(source)} ${conditional ? "-.->" : "-->"} ${named(target)}`).toSorted()).toEqual(
    arrows.map(([, from, how, to]) => `${from} ${how} ${to}`).toSorted(),
  );
});

it("offers each strategy as a separate assistant", async () => {
  const names = (await server.client.assistants.search()).map(({ graph_id }) => graph_id);
  expect(names.toSorted()).toEqual(["kernelwright", "quick-look", "sampling", "stark", "thorough"]);
});

it("draws forms whose fields all have a title, a description and a valid default", async () => {
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

searchesOn(() => ({ server, model }));

it("refuses an invalid form, an unknown assistant and invalid JSON with the reason, and lists the current work", async () => {
  const { thread_id } = await server.client.threads.create();
  const post = async (body: string): Promise<string> => {
    const answer = await fetch(`${server.url}/threads/${thread_id}/runs/stream`, { method: "POST", headers: { "content-type": "application/json" }, body });
    return `${answer.status} ${await answer.text()}`;
  };
  const ask = async (asked: object): Promise<string> => await post(JSON.stringify({ assistant_id: "kernelwright", ...asked }));
  expect(await ask({ input: { attempts: "many", strategy: "guess", tsk: "a.py" }, context: { precision: "fp7" } })).toMatch(
    /^422 .*the form does not fit: input\.strategy: .*expected one of.*; input\.attempts: .*expected number.*key: ."tsk.*; context\.precision: .*fp32.*\/schemas/,
  );
  expect(await ask({ input: "a search, please" })).toMatch(/^422 .*input: .*expected object/);
  expect(await ask({ assistant_id: "nobody", input: {} })).toMatch(/^404 .*No assistant found for .*nobody/);
  expect(await post("{")).toMatch(/^400 .*JSON/);
  expect((await server.client.threads.get(thread_id)).status).toBe("idle");
  expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ ok: true, runs: [], workers: [] });
});

it("answers a missing task with the error and the remedy", async () => {
  const { thread_id } = await server.client.threads.create();
  const result = (await server.client.runs.wait(thread_id, "kernelwright", { input: { task: "nowhere.py" }, raiseError: false })) as Record<string, unknown>;
  expect(JSON.stringify(result)).toMatch(/no task file at nowhere\.py.*name a Python file/);
});
