/**
 * Routes of our own, mounted before the LangGraph server's: the JSON schemas from which Studio draws its forms (the server
 * leaves out the context's where the state is a StateSchema), and what is at work.
 */
import { Hono } from "hono";
import { z } from "zod";
import { Equipment, Request } from "../domain/request.ts";
import { standing } from "../graph/index.ts";
import { Search } from "../state.ts";

const context = z.toJSONSchema(Equipment, { io: "input" });
const schemas = {
  graph_id: "kernelwright",
  input_schema: z.toJSONSchema(Request, { io: "input" }),
  output_schema: Search.getJsonSchema(),
  state_schema: Search.getJsonSchema(),
  config_schema: context,
  context_schema: context,
};

export const app = new Hono().get("/assistants/:id/schemas", (c) => c.json(schemas)).get("/health", (c) => c.json({ ok: true, ...standing() }));
