/**
 * Which thread runs what, on the embeddable server: it would run two at once on one thread, and its cancel leaves a running one alone.
 * Here a second run is refused, waits, or ends the first, as its multitask_strategy says (reject where it says nothing), and a
 * cancelled run ends at once.
 */
import { type Context, Hono } from "hono";

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

const ENDING_MS = 10_000;

/** Routes before the server's own. */
export function runningRoutes(): Hono {
  const running = new Map<string, Running>();
  const app = new Hono();

  const end = async (thread: string): Promise<void> => {
    const one = running.get(thread);
    one?.controller.abort();
    await Promise.race([one?.ended, new Promise((resolve) => setTimeout(resolve, ENDING_MS).unref())]);
  };

  app.post("/threads/:thread/runs/stream", async (c, next) => {
    const thread = c.req.param("thread");
    const { multitask_strategy: strategy = "reject" } = await c.req.json<{ multitask_strategy?: string }>();
    if (running.has(thread) && strategy === "reject")
      return c.json({ error: `thread ${thread} is busy: wait for its run, cancel it, or give multitask_strategy enqueue or interrupt` }, 409);
    if (strategy !== "enqueue") await end(thread);
    while (running.has(thread)) await running.get(thread)?.ended;
    const over = track(running, thread, c);
    await next();
    if (c.res.body && c.res.ok) c.res = new Response(watched(c.res.body, over), c.res);
    else over();
  });
  app.post("/threads/:thread/runs/:run/cancel", async (c) => {
    await end(c.req.param("thread"));
    return c.body(null, 204);
  });
  return app;
}

/** Takes the thread and gives its request a signal that cancelling aborts; returns how to give the thread up. */
function track(running: Map<string, Running>, thread: string, c: Context): () => void {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  running.set(thread, { controller, ended: promise });
  Object.defineProperty(c.req.raw, "signal", { value: AbortSignal.any([c.req.raw.signal, controller.signal]) });
  return () => {
    running.delete(thread);
    resolve();
  };
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
