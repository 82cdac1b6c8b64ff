/** Different starting points for independent first kernels, by operator family, from the table in prompts/approaches.md. */
import { z } from "zod";
import { Target } from "../../domain/task.ts";
import { tableRows } from "./technique-catalogue.ts";

const Approach = z.object({ name: z.string().min(1), families: z.array(z.string()).min(1), targets: z.array(Target).min(1), what: z.string().min(1) });
export type Approach = z.infer<typeof Approach>;

/** The starting points of a table. Throws for a malformed row. */
export function approachesIn(table: string): Approach[] {
  return tableRows(table).map(([name, families = "", targets = "", what]) =>
    Approach.parse({ name, families: families.split(", "), targets: targets.split(" "), what }),
  );
}

/**
 * The starting point of a first kernel, by its number. The first writer chooses freely (null). The others get the starting points of the task's
 * operator families, the heaviest first. General starting points follow.
 */
export function approachOf(approaches: readonly Approach[], target: Target, families: readonly string[], childIndex: number): Approach | null {
  if (childIndex === 0) return null;
  const onTarget = approaches.filter((one) => one.targets.includes(target));
  const fitting = [...families, "any"].flatMap((family) => onTarget.filter((one) => one.families.includes(family)));
  const distinct = [...new Set(fitting)];
  return distinct.length === 0 ? null : distinct[(childIndex - 1) % distinct.length]!;
}
