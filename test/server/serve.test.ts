/** `kernelwright serve`: the same API, durable. The judge is scripted, the replies are recorded. */
import { expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, start } from "../support/command.ts";
import { gated } from "../support/gated.ts";
import { startLangSmith } from "../support/langsmith.ts";
import { freePort, processesWith, startServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { main, scriptedJudge } from "../support/places.ts";

it("goes on with a thread after the server was killed, from where it was, and asks no question twice", async () => {
  const cwd = scratch();
  const port = await freePort();
  const first = await startServer([main, "serve"], port, cwd);
  const { thread_id } = await first.client.threads.create();
  const context = { worker: scriptedJudge };
  try {
    for await (const { data } of first.client.runs.stream(thread_id, "quick-look", { input: { target: "cpu" }, context, streamMode: "updates" }))
      if (Object.keys(data).includes("prepare")) await first.stop("SIGKILL");
  } catch {
    // the connection went with the server
  }
  const second = await startServer([main, "serve"], port, cwd);
  const seen: string[] = [];
  for await (const { event, data } of second.client.runs.stream(thread_id, "quick-look", { input: null, streamMode: "updates" }))
    if (event === "updates") seen.push(...Object.keys(data));
  const { values } = await second.client.threads.getState<{ run: string; summary: string }>(thread_id);
  const stranger = await fetch(`${second.url}/assistants/search`, { method: "POST", headers: { origin: "https://example.org" } });
  const assistants = await second.client.assistants.search();
  await second.stop();
  const events = readFileSync(join(values.run, "events.jsonl"), "utf8");
  expect(seen).not.toContain("prepare");
  expect(seen.at(-1)).toBe("report");
  expect(values.summary).toMatch(/^row_softmax on cpu, fp32, beam: 4 of 4 attempts\nroot [\s\S]*\nended: budget: .+\npromoted: nothing$/);
  expect(events.match(/"type":"prepared"/g)).toHaveLength(1);
  expect(JSON.parse(readFileSync(join(values.run, "run.json"), "utf8")).settings.policy.attempts).toBe(4);
  expect(stranger.status).toBe(403);
  expect(assistants.map(({ name }) => name)).toEqual(["kernelwright", "quick-look", "thorough", "stark", "sampling"]);
  expect(assistants.map(({ description }) => description)).toEqual([
    expect.any(String),
    "Four attempts",
    "Sixty attempts",
    ...Array.from({ length: 2 }, () => expect.stringContaining("STARK")),
  ]);
});

it("runs many threads over one judge, refuses a second run on a busy thread, and a cancelled run frees the judge while the others go on", async () => {
  const server = await startServer([main, "serve"], await freePort(), scratch());
  const mark = `KERNELWRIGHT_TEST_MARK=${Date.now()}`;
  const gate = gated();
  const context = { worker: `env KERNELWRIGHT_TEST_GATE=${gate.env.KERNELWRIGHT_TEST_GATE} ${mark} ${scriptedJudge}` };
  const health = async () =>
    (await (await fetch(`${server.url}/health`)).json()) as {
      runs: object[];
      workers: { worker: string; runs: number; jobs: number; lanes: number | null }[];
    };
  const begin = async () => {
    const { thread_id } = await server.client.threads.create();
    const run = { thread_id, seen: [] as string[], id: "", ended: Promise.resolve() };
    const follow = async (): Promise<void> => {
      const stream = server.client.runs.stream(thread_id, "kernelwright", { input: { target: "cpu", attempts: 2 }, context, streamMode: "updates" });
      for await (const { event, data } of stream) {
        if (event === "metadata") run.id = (data as { run_id: string }).run_id;
        if (event === "updates") run.seen.push(...Object.keys(data));
      }
    };
    run.ended = follow().catch(() => {}); // cancelled
    return run;
  };
  const runs = await Promise.all(Array.from({ length: 5 }, begin));
  await until(async () => (await health()).workers[0]?.runs === 5);
  const judges = processesWith(mark);
  const busyThread = await server.client.threads.get(runs[0]!.thread_id);
  const again = await post(server.url, `/threads/${runs[0]!.thread_id}/runs/stream`, { assistant_id: "kernelwright", input: {} });
  await until(() => runs.every(({ seen }) => seen.includes("select")) && gate.asked() > 0); // the judge has work of all of them, and answers none
  const busy = await health();
  const cancelled = runs[2]!;
  await server.client.runs.cancel(cancelled.thread_id, cancelled.id);
  await cancelled.ended;
  gate.open();
  await Promise.all(runs.map(async ({ ended }) => await ended));
  const idle = await health();
  await until(() => processesWith(mark) === 0); // the last run ends the judge
  await server.stop();
  expect(busyThread.status).toBe("busy");
  expect(judges).toBe(1);
  expect(busy.workers).toEqual([{ worker: "command", runs: 5, jobs: expect.any(Number), lanes: 1 }]);
  expect([again.status, await again.text()]).toEqual([409, expect.stringMatching(/is busy.*multitask_strategy/)]);
  expect(runs.filter(({ seen }) => !seen.includes("report"))).toEqual([cancelled]);
  expect(idle).toMatchObject({ runs: [], workers: [] });
});

it("answers an assistant or thread that it does not know, a form that does not fit, and a port in use, with what is wrong", async () => {
  const port = await freePort();
  const server = await startServer([main, "serve"], port, scratch());
  const { thread_id } = await server.client.threads.create();
  const assistant = await post(server.url, `/threads/${thread_id}/runs/stream`, { assistant_id: "nobody", input: {} });
  const form = await post(server.url, `/threads/${thread_id}/runs/stream`, { assistant_id: "kernelwright", input: { attempts: 0 } });
  const body = await fetch(`${server.url}/threads/${thread_id}/runs/stream`, { method: "POST", body: "{" });
  const thread = await fetch(`${server.url}/threads/00000000-0000-4000-8000-000000000000`);
  const background = await post(server.url, `/threads/${thread_id}/runs`, { assistant_id: "kernelwright", input: {} });
  const waited = await post(server.url, "/runs/wait", { assistant_id: "nobody", input: {} });
  const command = await post(server.url, `/threads/${thread_id}/commands`, { id: 1, method: "run.start", params: { assistant_id: "kernelwright" } });
  const graph = await fetch(`${server.url}/assistants/nobody/graph`);
  const idle = await server.client.threads.get(thread_id);
  const taken = await start(["serve", "--port", String(port)]);
  await server.stop();
  expect([assistant.status, await assistant.text()]).toEqual([404, expect.stringContaining("no assistant nobody; use one of kernelwright")]);
  expect([form.status, await form.text()]).toEqual([422, expect.stringMatching(/the form does not fit: input.attempts: .*>=1/)]);
  expect([background.status, await background.text()]).toEqual([
    501,
    expect.stringMatching(/does not serve POST .*no background runs; stream the run instead/),
  ]);
  expect([waited.status, command.status]).toEqual([501, 501]);
  expect([graph.status, await graph.text()]).toEqual([404, expect.stringContaining("no assistant nobody; use one of kernelwright")]);
  expect(idle).toMatchObject({ status: "idle", created_at: expect.any(String) });
  expect([body.status, await body.text()]).toEqual([422, expect.stringContaining("the body is not JSON")]);
  expect([thread.status, await thread.text()]).toEqual([404, expect.stringContaining("no thread")]);
  expect([taken.exitCode, taken.all]).toEqual([1, expect.stringMatching(new RegExp(`port ${port} cannot be served: EADDRINUSE`))]);
});

it("goes on without LangSmith when that begins to refuse, with one warning", async () => {
  const to = await startLangSmith(({ runs }) => runs.size > 0);
  const env = { LANGSMITH_TRACING: "true", LANGSMITH_API_KEY: "lsv2_pt_0123456789abcdef0123456789abcdef", LANGSMITH_ENDPOINT: to.url };
  const server = await startServer([main, "serve"], await freePort(), scratch(), env);
  const search = async (): Promise<string[]> => {
    const { thread_id } = await server.client.threads.create();
    const seen: string[] = [];
    const asked = { input: { target: "cpu" as const }, context: { worker: scriptedJudge }, streamMode: "updates" as const };
    for await (const { event, data } of server.client.runs.stream(thread_id, "quick-look", asked)) if (event === "updates") seen.push(...Object.keys(data));
    return seen;
  };
  const first = await search();
  await until(async () => to.runs.size > 0);
  const second = await search();
  await until(async () => server.output().includes("LangSmith"));
  await server.stop();
  await to.close();
  expect([first.at(-1), second.at(-1)]).toEqual(["report", "report"]);
  expect(server.output().match(/LangSmith/g)).toHaveLength(1);
  expect(server.output()).toContain("LangSmith refuses traces (500); the run goes on");
});

async function post(url: string, path: string, body: object): Promise<Response> {
  return await fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}
