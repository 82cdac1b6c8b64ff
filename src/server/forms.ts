/**
 * Routes of our own, mounted before the LangGraph server's: the JSON schemas from which Studio draws its forms (the server
 * leaves out the context's where the state is a StateSchema), what is at work, and a look at what is asked before a run begins.
 */
import { Hono } from "hono";
import { z } from "zod";
import { Equipment, Request } from "../domain/request.ts";
import { standing } from "../graph/index.ts";
import { Search } from "../state.ts";
import { asked } from "./asked.ts";

/** A form's JSON schema. What may be null is left empty there: form libraries draw null as one more kind of value to choose. */
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

const context = form(Equipment);
const schemas = {
  graph_id: "kernelwright",
  input_schema: form(Request),
  output_schema: Search.getJsonSchema(),
  state_schema: Search.getJsonSchema(),
  config_schema: context,
  context_schema: context,
};

export const app = new Hono()
  .get("/assistants/:id/schemas", (c) => c.json(schemas))
  .get("/health", (c) => c.json({ ok: true, ...standing() }))
  .route("/", asked);
