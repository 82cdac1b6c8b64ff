/**
 * The LangGraph API over a database: LangGraph's embeddable server (experimental, hence behind this one file) has threads, runs
 * and streams; the routes for assistants and health are ours. A run lives as long as the client that streams it.
 */
import { InMemoryStore } from "@langchain/langgraph";
import { createEmbedServer } from "@langchain/langgraph-api/experimental/embed";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { Hono } from "hono";
import { cors } from "hono/cors";
import manifest from "../../langgraph.json" with { type: "json" };
import { graph, quickLook, sampling, stark, thorough } from "../graph/index.ts";
import { app as forms } from "./forms.ts";
import { runningRoutes } from "./running.ts";
import { openThreads, type Query } from "./threads.ts";

const graphs: Record<string, typeof graph> = { kernelwright: graph, "quick-look": quickLook, thorough, stark, sampling };
const STUDIO = "https://smith.langchain.com";
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const isLocal = (origin: string): boolean => LOOPBACK.test(origin.replace(/^https?:\/\//, ""));

const told: Record<string, { description: string }> = manifest.graphs;
const assistantOf = (name: string) => {
  const at = "2026-01-01T00:00:00.000Z";
  const description = told[name]?.description ?? null;
  const fixed = { version: 1, config: {}, context: {}, metadata: { created_by: "system" }, created_at: at, updated_at: at };
  return { assistant_id: name, graph_id: name, name, description, ...fixed };
};

const unknown = (name: string) => ({ error: `there is no assistant ${name}; use one of ${Object.keys(graphs).join(", ")}` });

const assistants = new Hono()
  .post("/assistants/search", (c) => c.json(Object.keys(graphs).map(assistantOf)))
  .get("/assistants/:id", (c) => {
    const name = c.req.param("id");
    return Object.hasOwn(graphs, name) ? c.json(assistantOf(name)) : c.json(unknown(name), 404);
  })
  .get("/assistants/:id/graph", async (c) => c.json((await graph.getGraphAsync({ xray: c.req.query("xray") === "true" })).toJSON()));

/** The application over its database. A web page other than Studio, or one that got here by another name than loopback's, is refused. */
export async function createApp(checkpointer: BaseCheckpointSaver, query: Query): Promise<Hono> {
  const threads = await openThreads(query, async (thread) => await checkpointer.deleteThread(thread));
  const app = new Hono();
  app.use(async (c, next) => {
    const origin = c.req.header("origin");
    const isWelcome = LOOPBACK.test(c.req.header("host") ?? "") && (origin === undefined || origin === STUDIO || isLocal(origin));
    return isWelcome ? await next() : c.json({ error: "only programs on this machine and LangGraph Studio are served" }, 403);
  });
  app.use(cors({ origin: (origin) => (origin === STUDIO || isLocal(origin) ? origin : null), exposeHeaders: ["Content-Location", "X-Pagination-Total"] }));
  app.get("/ok", (c) => c.json({ ok: true }));
  app.get("/info", (c) => c.json({ version: "0.1.0", context: "js", flags: { assistants: true, crons: false, langsmith: false } }));
  app.on("POST", ["/runs/stream", "/threads/:id/runs", "/threads/:id/runs/stream"], async (c, next) => {
    const asked = (await c.req.json<{ assistant_id?: unknown } | null>().catch(() => null))?.assistant_id;
    return typeof asked === "string" && !Object.hasOwn(graphs, asked) ? c.json(unknown(asked), 404) : await next();
  });
  app.onError((error, c) => c.json({ error: error.message }, "status" in error && error.status === 404 ? 404 : 500));
  app.route("/", forms);
  app.route("/", assistants);
  app.route("/", runningRoutes());
  app.route("/", createEmbedServer({ graph: graphs as never, threads, checkpointer, store: new InMemoryStore() }));
  return app;
}
