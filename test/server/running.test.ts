/** Which run of a thread is refused, waits or is ended. The runs themselves are streams that end when their signal says so. */
import { expect, it } from "@jest/globals";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import type { Request } from "../../src/graph/holding.ts";
import { runningRoutes } from "../../src/server/running.ts";
import { until } from "../support/until.ts";

/** An application whose runs are named 1, 2, … and go on until they are aborted. */
function served(maxRuns = 8) {
  let last = 0;
  const opened = new Set<number>();
  const request = (): Request => {
    const name = last + 1;
    return { within: (work) => (opened.add(name), work()), release: () => opened.delete(name) };
  };
  const running = runningRoutes(maxRuns, request);
  const app = new Hono().route("/", running.routes).post("/threads/:thread/runs/stream", (c) => {
    const { signal } = c.req.raw;
    const body = new ReadableStream({ start: (stream) => signal.addEventListener("abort", () => stream.close()) });
    return c.body(body, 200, { "Content-Location": `/threads/a/runs/${++last}` });
  });
  const post = async (path: string, body = "{}", signal = new AbortController().signal, thread = "a"): Promise<Response> =>
    await app.request(`/threads/${thread}/runs/${path}`, { method: "POST", body, signal, headers: { "content-type": "application/json" } });
  return {
    post,
    running,
    opened,
    stream: async (strategy?: string, signal?: AbortSignal) => await post("stream", JSON.stringify({ multitask_strategy: strategy }), signal),
  };
}

it("the second of two simultaneous runs on an idle thread is refused", async () => {
  const { stream } = served();
  const [one, two] = await Promise.all([stream(), stream()]);
  expect([one.status, two.status]).toEqual([200, 409]);
});

it("cancels only the named run", async () => {
  const { stream, post } = served();
  const first = await stream();
  const [, second] = await Promise.all([first.text(), stream("interrupt")]);
  void second.text();
  expect([(await post("1/cancel")).status, (await post("2/cancel")).status, (await post("2/cancel")).status]).toEqual([404, 204, 404]);
});

it("releases what a run holds when it ends, is cancelled or loses its client", async () => {
  const { stream, post, opened } = served();
  const first = await stream();
  expect([...opened]).toEqual([1]);
  expect((await post("1/cancel")).status).toBe(204);
  expect([...opened]).toEqual([]);
  const second = await stream();
  await Promise.all([first.text(), second.body!.cancel()]);
  await until(() => opened.size === 0);
});

it("a queued run ends when its client leaves", async () => {
  const { stream, post } = served();
  await stream();
  const client = new AbortController();
  const waiting = stream("enqueue", client.signal);
  client.abort();
  expect((await waiting).status).toBe(408);
  expect((await stream()).status).toBe(409); // the first goes on
  expect((await post("stream", "{")).status).toBe(422);
});

it("a full server refuses runs and waiting ones with the time to ask again, and takes them when one has ended", async () => {
  const { post, running } = served(2);
  const begin = async (thread: string, strategy = "reject", signal = new AbortController().signal) =>
    await post("stream", JSON.stringify({ multitask_strategy: strategy }), signal, thread);
  const client = new AbortController();
  const first = await begin("a");
  const waiting = begin("a", "enqueue", client.signal);
  await new Promise((resolve) => setTimeout(resolve, 10));
  const full = await begin("b");
  const queued = await begin("a", "enqueue");
  client.abort();
  expect((await waiting).status).toBe(408);
  const second = await begin("b");
  const interrupting = await begin("b", "interrupt");
  expect([first, full, queued, second, interrupting].map((one) => one.status)).toEqual([200, 429, 429, 200, 200]);
  expect(full.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await full.text()).toMatch(/1 runs at work and 1 that wait.*--max-runs/);
  expect(running.refused()).toBe(2);
});

const MB = 1024 * 1024;

/** A run that writes so many megabytes, or for ever, on a real server; its client asks for it and never reads. */
async function unread(megabytes: number) {
  let written = 0;
  let ended = "";
  const app = new Hono()
    .route("/", runningRoutes(8, () => ({ within: (work) => work(), release: () => {} })).routes)
    .post("/threads/:thread/runs/stream", (c) => {
      const { signal } = c.req.raw;
      const pull = (stream: ReadableStreamDefaultController): void => {
        if (signal.aborted || written === megabytes) {
          ended ||= `${signal.aborted ? "aborted" : "finished"} after ${written}`;
          return stream.close();
        }
        stream.enqueue(new Uint8Array(MB));
        written++;
      };
      return c.body(new ReadableStream({ pull }), 200);
    });
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1").pause();
  client.write("POST /threads/a/runs/stream HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
  await until(async () => ended !== "");
  const next = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/threads/a/runs/stream`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    await answer.body?.cancel();
    return answer.status;
  };
  await until(async () => (await next()) === 200);
  client.destroy();
  server.close();
  return ended;
}

it("a run whose client does not read finishes and frees its thread", async () => {
  expect(await unread(32)).toBe("finished after 32");
});

it("a run whose client leaves too much unread is ended and frees its thread", async () => {
  const [, megabytes] = /^aborted after (\d+)$/.exec(await unread(Infinity)) ?? [];
  expect(Number(megabytes)).toBeGreaterThan(64);
  expect(Number(megabytes)).toBeLessThan(128);
});
