/** Routes of the LangGraph API that `serve` lacks. Each answers 501 with the reason and an alternative. */
import { type Context, Hono } from "hono";

const STREAM = "stream the run instead: POST /threads/THREAD/runs/stream (runs.stream in the SDK)";
/** The reason for a missing route, by the start of its path. The first match counts. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^\/(threads\/[^/]+\/)?runs\/crons|^\/crons/, "it has no crons: start searches from a scheduler of your own"],
  [/^\/(threads\/[^/]+\/)?runs/, `a run lives as long as the client that streams it, so it has no background runs; ${STREAM}`],
  [/^\/threads\/[^/]+\/(commands|stream)/, STREAM],
  [/^\/threads/, "it can create, read, search, update and delete threads, and read and update their state"],
  [/^\/assistants/, "its assistants are fixed: GET /assistants/NAME, POST /assistants/search"],
  [/^\/store/, "it has no store routes: --block-record keeps its results in a folder"],
];

function refusal(c: Context): Response {
  const reason = REASONS.find(([path]) => path.test(c.req.path))?.[1];
  if (reason === undefined) return c.json({ error: `there is nothing at ${c.req.path}; see docs/server.md` }, 404);
  return c.json({ error: `kernelwright serve does not serve ${c.req.method} ${c.req.path}: ${reason}` }, 501);
}

/** Mounted before the server's own routes. It covers routes that would accept a run and never execute it, or execute it unchecked. */
export const unserved = new Hono()
  .post("/runs", refusal)
  .post("/threads/:thread/runs", refusal)
  .post("/threads/:thread/commands", refusal)
  .all("/threads/:thread/stream/events", refusal);

/** The fallback for unknown routes. */
export const notServed = refusal;
