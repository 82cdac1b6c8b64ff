import { z } from "zod";

const range = z.object({ low: z.number(), high: z.number() });

/** What a run may cost, told before it starts: low = nothing tried yet is shown in any prompt, high = every window is full. */
export const Estimate = z.object({
  attempts: z.number().int(),
  calls: z.number().int().describe("model calls, if nothing is repaired or sent back"),
  inputTokens: range,
  outputTokens: z.number(),
  costUsd: range.nullable().describe("null where the model's price is not known"),
});
export type Estimate = z.infer<typeof Estimate>;
