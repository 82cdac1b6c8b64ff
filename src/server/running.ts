/**
 * Tracks the runs of threads on the embeddable server. That server would run two at once on one thread, and its cancel does not stop a run. Here
 * the multitask_strategy of a second run decides: it is refused (the default), waits, or ends the first. A cancelled run ends at once.
 */
import { type Context, Hono, type Next } from "hono";
import { randomUUID } from "node:crypto";
import type { Request } from "../graph/holding.ts";

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  /** the run's id in its response; empty before the response */
  id: string;
}

const ENDING_MS = 10_000;
const MB = 1024 * 1024;
/** What all clients together may leave unread, and what one of them may at most: thousands of attempts in every stream mode except events. */
const UNREAD_MB = 512;
const CLIENT_MB = 64;
/** When a refused client should ask again, in seconds: a search takes minutes. */
const RETRY_SECONDS = 15;

/** The runs of a server. */
interface RunningRoutes {
  /** mounted before the server's own */
  readonly routes: Hono;
  isBusy(this: void, thread: string): boolean;
  /** runs that were refused because the server was full */
  refused(this: void): number;
}

/** At most `maxRuns` runs are at work or wait for their thread. Others are refused with 429. Each run is a `request` under its signal, released at the run's end. */
export function runningRoutes(maxRuns: number, request: (signal: AbortSignal) => Request): RunningRoutes {
  const running = new Map<string, Running>();
  const app = new Hono();
  const clientMb = Math.min(CLIENT_MB, Math.max(1, Math.floor(UNREAD_MB / maxRuns)));
  let waiting = 0;
  let refused = 0;
  const refusal = (c: Context): Response => {
    refused++;
    const error = `the server has ${running.size} runs at work and ${waiting} that wait, which is its limit: ask again later, or start it with a larger --max-runs`;
    return c.json({ error }, 429, { "Retry-After": String(RETRY_SECONDS) });
  };

  app.post("/threads/:thread/runs/stream", async (c, next) => {
    const thread = c.req.param("thread");
    const asked = await c.req.json<{ multitask_strategy?: string } | null>().catch(() => null);
    if (asked === null) return c.json({ error: "the body is not JSON" }, 422);
    const { multitask_strategy: strategy = "reject" } = asked;
    const first = running.get(thread);
    if (first && strategy === "reject")
      return c.json({ error: `thread ${thread} is busy: wait for its run, cancel it, or give multitask_strategy enqueue or interrupt` }, 409);
    if (first && strategy !== "enqueue" && !(await end(first))) return c.json({ error: `thread ${thread} is busy: its run is still ending; ask again` }, 409);
    if (running.size + waiting >= maxRuns) return refusal(c);
    const { signal } = c.req.raw;
    const gone = aborted(signal);
    waiting++;
    for (let one = running.get(thread); one && !signal.aborted; one = running.get(thread)) await Promise.race([one.ended, gone]);
    waiting--;
    if (signal.aborted) return c.body(null, 408); // whoever waited has gone
    await follow({ running, clientMb, request }, thread, c, next); // in one tick with the look that found the thread idle
  });
  app.post("/runs/stream", async (c, next) =>
    running.size + waiting >= maxRuns ? refusal(c) : await follow({ running, clientMb, request }, randomUUID(), c, next),
  );
  app.post("/threads/:thread/runs/:run/cancel", async (c) => {
    const { thread, run } = c.req.param();
    const one = running.get(thread);
    if (one?.id !== run) return c.json({ error: `run ${run} is not running on thread ${thread}` }, 404);
    return c.body(null, (await end(one)) ? 204 : 202);
  });
  return { routes: app, isBusy: (thread) => running.has(thread), refused: () => refused };
}

/** Ends a run. Returns whether it ended in time. */
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

interface Following {
  readonly running: Map<string, Running>;
  readonly clientMb: number;
  readonly request: (signal: AbortSignal) => Request;
}

/** Reserves the thread until the run has ended, and gives its request a signal that cancelling aborts. */
async function follow({ running, clientMb, request }: Following, thread: string, c: Context, next: Next): Promise<void> {
  const controller = new AbortController();
  const signal = AbortSignal.any([c.req.raw.signal, controller.signal]);
  const held = request(signal);
  const { promise, resolve } = Promise.withResolvers<void>();
  const one = { controller, ended: promise, id: "" };
  running.set(thread, one);
  const over = (): void => {
    held.release();
    if (running.get(thread) === one) running.delete(thread);
    resolve();
  };
  Object.defineProperty(c.req.raw, "signal", { value: signal });
  await held.within(next);
  one.id = c.res.headers.get("content-location")?.split("/").at(-1) ?? "";
  if (c.res.body && c.res.ok)
    c.res = new Response(
      watched(c.res.body, clientMb, () => controller.abort(), over),
      c.res,
    );
  else over();
}

/**
 * Reads the stream as fast as the run writes it. The thread is free when the run ends, even if its client reads slowly. Unread parts wait
 * here. A client that disconnects, or leaves too much unread, ends its run.
 */
function watched(body: ReadableStream<Uint8Array>, clientMb: number, end: () => void, over: () => void): ReadableStream<Uint8Array> {
  let isRead = true;
  const message = `the run was stopped: its client left more than ${clientMb} MB unread; stream the thread with input null to go on`;
  const pump = async (to: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    for await (const chunk of body) {
      if (!isRead) continue; // until the run has ended
      to.enqueue(chunk);
      if (to.desiredSize! > 0) continue;
      isRead = false;
      to.enqueue(new TextEncoder().encode(`event: error\ndata: ${JSON.stringify({ error: "Unread", message })}\n\n`));
      to.close();
      end();
    }
    if (isRead) to.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (to) =>
        void pump(to)
          .catch((error: unknown) => to.error(error))
          .finally(over),
      cancel() {
        isRead = false;
        end();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: clientMb * MB }),
  );
}
