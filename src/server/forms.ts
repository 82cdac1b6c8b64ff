/**
 * Our own routes, mounted before the LangGraph server's: the schemas of Studio's forms, the drawing, and the check of a
 * request. The server omits the context's schema if the state is a StateSchema.
 */
import { Hono } from "hono";
import { z } from "zod";
import { RunContext, SearchForm } from "../domain/request.ts";
import { graph } from "../graph/index.ts";
import { Search } from "../graph/state.ts";
import { asked } from "./asked.ts";
import { healthRoutes } from "./health.ts";

/** A form's JSON schema. A nullable field may stay empty there. Form libraries would draw null as a further choice. */
function form(schema: z.ZodType) {
  return z.toJSONSchema(schema, {
    io: "input",
    override({ jsonSchema: field }) {
      if (field.default === null) delete field.default;
      const [value, none] = field.anyOf ?? [];
      if (!value || none?.type !== "null") return;
      delete field.anyOf;
      Object.assign(field, value);
    },
  });
}

const context = form(RunContext);
const schemas = {
  graph_id: "kernelwright",
  input_schema: form(SearchForm),
  output_schema: Search.getJsonSchema(),
  state_schema: Search.getJsonSchema(),
  config_schema: context,
  context_schema: context,
};

/** The graph as JSON. LangChain's own JSON leaves out what nodes say of themselves. */
async function drawing(xray: boolean) {
  const drawn = await graph.getGraphAsync({ xray });
  const { nodes, edges } = drawn.toJSON() as { nodes: { id: string }[]; edges: object[] };
  return { nodes: nodes.map((node) => ({ ...node, metadata: drawn.nodes[node.id]?.metadata ?? {} })), edges };
}

export const forms = new Hono()
  .get("/assistants/:id/graph", async (c) => c.json(await drawing(c.req.query("xray") === "true")))
  .get("/assistants/:id/schemas", (c) => c.json(schemas))
  .route("/", asked);

/** All of them, for LangGraph's own servers (langgraph.json). */
export const app = new Hono().route("/", healthRoutes()).route("/", forms);
