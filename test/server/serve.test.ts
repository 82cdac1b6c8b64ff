/** `kernelwright serve`: the same API, durable. The judge is scripted, the replies are recorded. */
import { afterAll, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { removeScratch, scratch, start } from "../support/command.ts";
import { freePort, repository, scriptedJudge, startServer } from "../support/server.ts";

afterAll(removeScratch);
const START = 90_000;
const main = join(repository, "src", "cli", "main.ts");

it(
  "goes on with a thread after the server was killed, from where it was, and asks no question twice",
  async () => {
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
    const { values } = await second.client.threads.getState<{ run: string }>(thread_id);
    const stranger = await fetch(`${second.url}/assistants/search`, { method: "POST", headers: { origin: "https://example.org" } });
    const names = (await second.client.assistants.search()).map(({ name }) => name);
    await second.stop();
    const events = readFileSync(join(values.run, "events.jsonl"), "utf8");
    expect(seen).not.toContain("prepare");
    expect(seen.at(-1)).toBe("report");
    expect(events.match(/"type":"prepared"/g)).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(values.run, "run.json"), "utf8")).settings.policy.attempts).toBe(4);
    expect(stranger.status).toBe(403);
    expect(names).toEqual(["kernelwright", "quick-look", "thorough", "stark", "sampling"]);
  },
  START,
);

it(
  "answers an assistant or thread that it does not know, and a port in use, with what is wrong",
  async () => {
    const port = await freePort();
    const server = await startServer([main, "serve"], port, scratch());
    const { thread_id } = await server.client.threads.create();
    const post = async (path: string, body: object) =>
      await fetch(server.url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const assistant = await post(`/threads/${thread_id}/runs/stream`, { assistant_id: "nobody", input: {} });
    const thread = await fetch(`${server.url}/threads/00000000-0000-4000-8000-000000000000`);
    const taken = await start(["serve", "--port", String(port)]);
    await server.stop();
    expect([assistant.status, await assistant.text()]).toEqual([404, expect.stringContaining("no assistant nobody; use one of kernelwright")]);
    expect([thread.status, await thread.text()]).toEqual([404, expect.stringContaining("no thread")]);
    expect([taken.exitCode, taken.all]).toEqual([1, expect.stringMatching(new RegExp(`port ${port} cannot be served: EADDRINUSE`))]);
  },
  START,
);
