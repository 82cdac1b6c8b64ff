/**
 * Optimization techniques by bottleneck, with the source of each: the table in prompts/techniques.md, the most
 * promising first. A planner may answer "other: …". techniques.ts offers them to the planners.
 */
import { z } from "zod";
import { Target } from "../../domain/task.ts";

const Technique = z.object({
  name: z.string().min(1),
  kind: z.enum(["detail", "algorithm"]).describe("an algorithm changes how the result is computed, not only how the machine is used"),
  bounds: z.array(z.enum(["memory", "compute", "latency", "launch"])).min(1),
  targets: z.array(Target).min(1),
  what: z.string().min(1),
  source: z.string().min(1),
});
export type Technique = z.infer<typeof Technique>;

/** The rows of a Markdown table, without its head. */
export function tableRows(text: string): string[][] {
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .slice(1, row.lastIndexOf("|"))
      .split(" | ")
      .map((cell) => cell.trim()),
  );
}

/** The techniques of a table. Throws for a malformed row. */
export function techniquesIn(table: string): Technique[] {
  return tableRows(table).map(([name, kind, bounds = "", targets = "", what, source]) =>
    Technique.parse({ name, kind, bounds: bounds.split(" "), targets: targets.split(" "), what, source }),
  );
}
