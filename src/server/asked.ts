/** Checks the form of a request before its run begins, on either server. Later, LangGraph would ignore unknown fields. */
import { Hono } from "hono";
import { z } from "zod";
import { RunContext, SearchForm } from "../domain/request.ts";

const Form = z.strictObject({ ...SearchForm.shape, run: z.string().describe("a run's folder, in place of the form") }).partial();
const Asked = z.object({ input: z.union([z.null(), Form]).optional(), context: z.union([z.null(), RunContext.strict().partial()]).optional() });
const WAYS = ["", "/stream", "/wait"].flatMap((way) => [`/runs${way}`, `/threads/:thread/runs${way}`]);

export const asked = new Hono().on("POST", WAYS, async (c, next) => {
  const body = await c.req.json<unknown>().catch(() => undefined);
  if (typeof body !== "object" || body === null) return await next(); // the server's own to refuse
  const problem = formProblem(body);
  return problem === null ? await next() : c.json({ error: problem }, 422);
});

function formProblem(body: object): string | null {
  const { error } = Asked.safeParse(body);
  const found = error?.issues.flatMap((issue) =>
    issue.code === "invalid_union" ? (issue.errors.at(-1) ?? []).map((one) => ({ ...one, path: [...issue.path, ...one.path] })) : [issue],
  );
  return found
    ? `the form does not fit: ${found.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}; GET /assistants/kernelwright/schemas has every field`
    : null;
}
