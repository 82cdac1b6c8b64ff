/** Which run of a thread is refused, waits or is ended. The runs themselves are streams that end when their signal says so. */
import { expect, it } from "@jest/globals";
import { Hono } from "hono";
import { runningRoutes } from "../../src/server/running.ts";

/** An application whose runs are named 1, 2, … and go on until they are aborted. */
function served() {
  let last = 0;
  const app = new Hono().route("/", runningRoutes()).post("/threads/:thread/runs/stream", (c) => {
    const { signal } = c.req.raw;
    const body = new ReadableStream({ start: (stream) => signal.addEventListener("abort", () => stream.close()) });
    return c.body(body, 200, { "Content-Location": `/threads/a/runs/${++last}` });
  });
  const post = async (path: string, body = "{}", signal = new AbortController().signal): Promise<Response> =>
    await app.request(`/threads/a/runs/${path}`, { method: "POST", body, signal, headers: { "content-type": "application/json" } });
  return { post, stream: async (strategy?: string, signal?: AbortSignal) => await post("stream", JSON.stringify({ multitask_strategy: strategy }), signal) };
}

it("of two runs that are asked for at once on an idle thread the second is refused", async () => {
  const { stream } = served();
  const [one, two] = await Promise.all([stream(), stream()]);
  expect([one.status, two.status]).toEqual([200, 409]);
});

it("cancels the run that is named, and no other", async () => {
  const { stream, post } = served();
  const first = await stream();
  const [, second] = await Promise.all([first.text(), stream("interrupt")]);
  void second.text();
  expect([(await post("1/cancel")).status, (await post("2/cancel")).status, (await post("2/cancel")).status]).toEqual([404, 204, 404]);
});

it("a run that waits for another ends with its client", async () => {
  const { stream, post } = served();
  await stream();
  const client = new AbortController();
  const waiting = stream("enqueue", client.signal);
  client.abort();
  expect((await waiting).status).toBe(408);
  expect((await stream()).status).toBe(409); // the first goes on
  expect((await post("stream", "{")).status).toBe(422);
});
