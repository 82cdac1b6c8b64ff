/** A gate of an exported operator: one of its package's own tests, as its process tells of it. */
import { z } from "zod";

export const Gate = z.object({
  name: z.string().describe("such as opcheck"),
  what: z.string().describe("what it shows"),
  outcome: z.enum(["passed", "failed", "skipped"]),
  detail: z.string().describe("why it failed or was skipped, or what it measured; else empty"),
});
export type Gate = z.infer<typeof Gate>;

/** "12 of 15 gates passed, 1 failed: guard cost, 2 skipped" */
export function gatesText(gates: readonly Gate[]): string {
  const of = (outcome: Gate["outcome"]): Gate[] => gates.filter((one) => one.outcome === outcome);
  const [passed, failed, skipped] = [of("passed"), of("failed"), of("skipped")];
  const named = failed.length > 0 && `${failed.length} failed: ${failed.map(({ name }) => name).join(", ")}`;
  return [`${passed.length} of ${gates.length} gates passed`, named, skipped.length > 0 && `${skipped.length} skipped`].filter(Boolean).join(", ");
}
