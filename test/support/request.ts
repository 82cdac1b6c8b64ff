/** A question to a model as the program asks it; of its answer only the form is of consequence. */
import type { CompletionRequest } from "../../src/tools/model/endpoint.ts";

export const requestFor = (json: Record<string, unknown>): CompletionRequest => ({
  call: "r1b1.planner",
  role: "planner",
  about: "x",
  childIndex: 0,
  turn: 0,
  messages: [{ role: "user", content: "hello" }],
  schema: { name: "planner", json },
});
