/**
 * The LangGraph API over a database. LangGraph's embeddable server has threads, runs and streams. It is experimental, so only this file uses
 * it. The routes for assistants and health are ours. A run lives as long as the client that streams it.
 */
import { InMemoryStore } from "@langchain/langgraph";
import { createEmbedServer } from "@langchain/langgraph-api/experimental/embed";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { graph, quickLook, request, sampling, stark, thorough } from "../graph/index.ts";
import { expectVersion } from "../graph/version.ts";
import { UserError } from "../domain/errors.ts";
import { forms } from "./forms.ts";
import { databaseWatch, healthRoutes } from "./health.ts";
import { runningRoutes } from "./running.ts";
import { jsonHere, version } from "../lib/repository.ts";
import { LOOPBACK } from "../lib/loopback.ts";
import { openThreads, type ThreadDatabase, type ThreadStatus } from "./threads.ts";
import { notServed, unserved } from "./unserved.ts";

const graphs: Record<string, typeof graph> = { kernelwright: graph, "quick-look": quickLook, thorough, stark, sampling };
const STUDIO = "https://smith.langchain.com";
/** The largest request: a task, its form and its thread's state are far smaller. */
const BODY_BYTES = 8 * 2 ** 20;
/** When to ask again while the database is away, in seconds. */
const AWAY_SECONDS = 5;
const isLocal = (origin: string): boolean => LOOPBACK.test(origin.replace(/^https?:\/\//, ""));

const { graphs: told } = jsonHere("langgraph.json") as { graphs: Record<string, { description: string }> };
const assistantOf = (name: string) => {
  const at = "2026-01-01T00:00:00.000Z";
  const description = told[name]?.description ?? null;
  const fixed = { version: 1, config: {}, context: {}, metadata: { created_by: "system" }, created_at: at, updated_at: at };
  return { assistant_id: name, graph_id: name, name, description, ...fixed };
};

const unknown = (name: string) => ({ error: `there is no assistant ${name}; use one of ${Object.keys(graphs).join(", ")}` });

const assistants = new Hono()
  .on("GET", ["/assistants/:id/graph", "/assistants/:id/schemas"], async (c, next) => {
    const name = c.req.param("id") ?? "";
    return Object.hasOwn(graphs, name) ? await next() : c.json(unknown(name), 404);
  })
  .post("/assistants/search", (c) => c.json(Object.keys(graphs).map(assistantOf)))
  .get("/assistants/:id", (c) => {
    const name = c.req.param("id");
    return Object.hasOwn(graphs, name) ? c.json(assistantOf(name)) : c.json(unknown(name), 404);
  });

/** The application over its database. It refuses pages of other origins than Studio, and requests to another host name than loopback's. */
export async function createApp(checkpointer: BaseCheckpointSaver, threadsAt: ThreadDatabase, maxRuns: number): Promise<Hono> {
  const { routes: running, isBusy, refused } = runningRoutes(maxRuns, request);
  const database = databaseWatch(async () => await threadsAt.query("select 1", []));
  const threads = await openThreads(threadsAt, {
    forget: async (thread) => await checkpointer.deleteThread(thread),
    status: async (thread) => (isBusy(thread) ? "busy" : await restingStatus(checkpointer, thread)),
  });
  const app = new Hono();
  app.use(async (c, next) => {
    const origin = c.req.header("origin");
    const isWelcome = LOOPBACK.test(c.req.header("host") ?? "") && (origin === undefined || origin === STUDIO || isLocal(origin));
    return isWelcome ? await next() : c.json({ error: "only programs on this machine and LangGraph Studio are served" }, 403);
  });
  app.use(cors({ origin: (origin) => (origin === STUDIO || isLocal(origin) ? origin : null), exposeHeaders: ["Content-Location", "X-Pagination-Total"] }));
  app.use(bodyLimit({ maxSize: BODY_BYTES, onError: (c) => c.json({ error: `a request holds at most ${BODY_BYTES / 2 ** 20} MB` }, 413) }));
  app.on("POST", ["/threads", "/threads/search", "/threads/:id/runs/stream", "/runs/stream"], async (c, next) => {
    if (await database()) return await next();
    return c.json({ error: "the server's database does not answer: ask again later" }, 503, { "Retry-After": String(AWAY_SECONDS) });
  });
  app.get("/ok", (c) => c.json({ ok: true }));
  app.get("/info", (c) => c.json({ version, context: "js", flags: { assistants: true, crons: false, langsmith: false } }));
  app.on("POST", ["/runs/stream", "/threads/:id/runs/stream"], async (c, next) => {
    const asked = (await c.req.json<{ assistant_id?: unknown } | null>().catch(() => null))?.assistant_id;
    return typeof asked === "string" && !Object.hasOwn(graphs, asked) ? c.json(unknown(asked), 404) : await next();
  });
  app.onError((error, c) => c.json({ error: error.message }, "status" in error && error.status === 404 ? 404 : 500));
  app.notFound(notServed);
  app.route("/", unserved);
  app.route("/", assistants);
  app.route("/", healthRoutes({ isDatabaseUp: database, refused }));
  app.route("/", forms);
  app.on("POST", ["/threads/:id/runs/stream"], async (c, next) => {
    const body = await c.req.json<{ input?: unknown } | null>().catch(() => null);
    const problem = body?.input ? null : await versionProblem(checkpointer, c.req.param("id"));
    return problem === null ? await next() : c.json({ error: problem }, 422);
  });
  app.route("/", running);
  app.route("/", createEmbedServer({ graph: graphs as never, threads, checkpointer, store: new InMemoryStore() }));
  return app;
}

/** Why a thread cannot go on: another release began its search. Null where it can. */
async function versionProblem(checkpointer: BaseCheckpointSaver, thread_id: string): Promise<string | null> {
  const last = await checkpointer.getTuple({ configurable: { thread_id } });
  try {
    expectVersion(last?.checkpoint.channel_values ?? {});
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.spelledOut().message;
    throw error;
  }
}

/** The status of a thread without a run: it waits for a person, stopped with an error, or is idle. */
async function restingStatus(checkpointer: BaseCheckpointSaver, thread_id: string): Promise<ThreadStatus> {
  const last = await checkpointer.getTuple({ configurable: { thread_id } });
  const channels = (last?.pendingWrites ?? []).map(([, channel]) => channel);
  if (channels.includes("__interrupt__")) return "interrupted";
  return channels.includes("__error__") ? "error" : "idle";
}
