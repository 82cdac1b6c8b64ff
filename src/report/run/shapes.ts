/** The shapes of a task as facts for all reports: the slowest one, and what the hidden ones showed. */
import type { ShapeTime } from "../../domain/workload.ts";
import { slowShapes, SLOWEST_SHAPE } from "../../domain/workload.ts";
import type { OkVerdict } from "../../domain/verdict.ts";
import { plural, ratio, time, times } from "../format.ts";

/** The shape with the smallest speedup. Null for a task with one shape. */
export function worstShape({ shapes = [] }: Pick<OkVerdict, "shapes">): ShapeTime | null {
  return shapes.length < 2 ? null : shapes.toSorted((one, other) => one.speedup.median - other.speedup.median)[0]!;
}

/** "wide: 1.10x [1.08, 1.12]" */
export const worstText = ({ name, speedup }: ShapeTime): string => `${name}: ${ratio(speedup)}`;

/** "41.2 µs [40.9, 41.6], 1.10x [1.08, 1.12]" */
export const shapeText = ({ candidate, speedup }: ShapeTime): string => `${time(candidate)}, ${ratio(speedup)}`;

/** What the hidden shapes showed. Null if there were none. */
export function unseenText({ unseen }: Pick<OkVerdict, "unseen">): string | null {
  if (!unseen || unseen.checked + unseen.refused.length === 0) return null;
  const refused = unseen.refused.length === 0 ? "" : `; the reference refuses ${unseen.refused.join(" and ")}`;
  return `right on ${plural(unseen.checked, "hidden shape")} between the declared ones${refused}`;
}

/** Why a kernel with a slow shape is not published. `eagerName` is the name of eager on the run's precision track. Null without such a shape. */
export function slowText(verdict: Pick<OkVerdict, "shapes">, eagerName: string): string | null {
  const slow = slowShapes(verdict);
  if (slow.length === 0) return null;
  const told = slow.map(({ name, speedup }) => `${name} (${times(speedup.median)})`).join(", ");
  return `it is too slow on ${told}: no shape may be slower than ${times(SLOWEST_SHAPE)} against ${eagerName}`;
}
