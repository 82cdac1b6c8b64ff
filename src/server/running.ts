/**
 * Which thread runs what, on the embeddable server: it would run two at once on one thread, and its cancel leaves a running one alone.
 * Here a second run is refused, waits, or ends the first, as its multitask_strategy says (reject where it says nothing), and a
 * cancelled run ends at once.
 */
import { type Context, Hono } from "hono";

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  /** of the run, as its response names it; empty until there is one */
  id: string;
}

const ENDING_MS = 10_000;

/** Routes before the server's own. */
export function runningRoutes(): Hono {
  const running = new Map<string, Running>();
  const app = new Hono();

  app.post("/threads/:thread/runs/stream", async (c, next) => {
    const thread = c.req.param("thread");
    const asked = await c.req.json<{ multitask_strategy?: string } | null>().catch(() => null);
    if (asked === null) return c.json({ error: "the body is not JSON" }, 422);
    const { multitask_strategy: strategy = "reject" } = asked;
    const first = running.get(thread);
    if (first && strategy === "reject")
      return c.json({ error: `thread ${thread} is busy: wait for its run, cancel it, or give multitask_strategy enqueue or interrupt` }, 409);
    if (first && strategy !== "enqueue" && !(await end(first))) return c.json({ error: `thread ${thread} is busy: its run is still ending; ask again` }, 409);
    const { signal } = c.req.raw;
    const gone = aborted(signal);
    for (let one = running.get(thread); one && !signal.aborted; one = running.get(thread)) await Promise.race([one.ended, gone]);
    if (signal.aborted) return c.body(null, 408); // whoever waited has gone
    const [one, over] = track(running, thread, c); // in one tick with the look that found the thread idle
    await next();
    one.id = c.res.headers.get("content-location")?.split("/").at(-1) ?? "";
    if (c.res.body && c.res.ok) c.res = new Response(watched(c.res.body, over), c.res);
    else over();
  });
  app.post("/threads/:thread/runs/:run/cancel", async (c) => {
    const { thread, run } = c.req.param();
    const one = running.get(thread);
    if (one?.id !== run) return c.json({ error: `run ${run} is not running on thread ${thread}` }, 404);
    return c.body(null, (await end(one)) ? 204 : 202);
  });
  return app;
}

/** Ends a run; whether it has ended in time. */
async function end({ controller, ended }: Running): Promise<boolean> {
  controller.abort();
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, ENDING_MS, false);
  return await Promise.race([ended.then(() => true), late.promise]).finally(() => clearTimeout(timer));
}

/** Resolves when the client has gone. */
async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

/** Takes the thread and gives its request a signal that cancelling aborts; returns how to give the thread up. */
function track(running: Map<string, Running>, thread: string, c: Context): [Running, () => void] {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const one = { controller, ended: promise, id: "" };
  running.set(thread, one);
  Object.defineProperty(c.req.raw, "signal", { value: AbortSignal.any([c.req.raw.signal, controller.signal]) });
  const over = (): void => {
    if (running.get(thread) === one) running.delete(thread);
    resolve();
  };
  return [one, over];
}

/** The stream, telling when it has ended or its reader has gone. */
function watched(body: ReadableStream<Uint8Array>, over: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => (over(), Promise.reject(error)));
      if (!done) return controller.enqueue(value);
      over();
      controller.close();
    },
    async cancel(reason) {
      over();
      await reader.cancel(reason);
    },
  });
}
