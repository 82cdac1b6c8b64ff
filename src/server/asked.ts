/**
 * What is asked of a thread, looked at before a run of it begins, on either server: a form that does not fit, and a search that another
 * graph began. Both would be found out only within the run, or not at all.
 */
import { Hono } from "hono";
import { z } from "zod";
import { UserError } from "../domain/errors.ts";
import { Equipment, Request } from "../domain/request.ts";
import { shape } from "../graph/index.ts";
import { expectShape } from "../graph/shape.ts";

const Form = z.strictObject({ ...Request.shape, run: z.string().describe("a run's folder, in place of the form") }).partial();
const Asked = z.object({ input: z.union([z.null(), Form]).optional(), context: z.union([z.null(), Equipment.strict().partial()]).optional() });
const WAYS = ["", "/stream", "/wait"].flatMap((way) => [`/runs${way}`, `/threads/:thread/runs${way}`]);

export const asked = new Hono().on("POST", WAYS, async (c, next) => {
  const body = await c.req.json<unknown>().catch(() => undefined);
  if (typeof body !== "object" || body === null) return await next(); // the server's own to refuse
  const problem = formProblem(body) ?? (isNew(body) ? null : await threadProblem(new URL(`/threads/${c.req.param("thread")}/state`, c.req.url)));
  return problem === null ? await next() : c.json({ error: problem }, 422);
});

const isNew = (body: object): boolean => "input" in body && body.input !== null;

function formProblem(body: object): string | null {
  const { error } = Asked.safeParse(body);
  const found = error?.issues.flatMap((issue) =>
    issue.code === "invalid_union" ? (issue.errors.at(-1) ?? []).map((one) => ({ ...one, path: [...issue.path, ...one.path] })) : [issue],
  );
  return found
    ? `the form does not fit: ${found.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}; GET /assistants/kernelwright/schemas has every field`
    : null;
}

/** What keeps a thread from going on; nothing where it cannot be seen. */
async function threadProblem(state: URL): Promise<string | null> {
  const answer = await fetch(state, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (!answer?.ok) return null;
  const { values } = (await answer.json()) as { values: { run?: string; shape?: string } };
  try {
    expectShape(shape, values);
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.spelledOut().message;
    throw error;
  }
}
