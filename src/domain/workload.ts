/** The shapes that a task declares with get_workloads, and what a verdict says about each. */
import { z } from "zod";
import { Ratio, Time } from "./measure.ts";
import { TensorSpec } from "./task.ts";

/** One declared shape of a task. */
export const Workload = z.object({
  name: z.string(),
  weight: z.number().positive().describe("as the task gives it: a share of the calls, on any scale"),
  share: z.number().describe("of the weighted time of eager"),
  eager: Time,
  floorUs: z.number().describe("the least time of a call, by its bytes or its FLOPs"),
  inputs: z.array(TensorSpec),
});
export type Workload = z.infer<typeof Workload>;

/** What the judge measured on one declared shape. */
export const ShapeTime = z.object({
  name: z.string(),
  weight: z.number().positive(),
  candidate: Time,
  baseline: Time,
  speedup: Ratio.describe("baseline / candidate"),
});
export type ShapeTime = z.infer<typeof ShapeTime>;

/** The hidden shapes of a promotion: between the declared ones, along the same axes. */
export const Unseen = z.object({
  checked: z.number().int().describe("hidden shapes on which the candidate is right"),
  refused: z.array(z.string()).describe("hidden shapes that the reference itself refuses"),
});

/** No declared shape of a published kernel may be slower than this, as a speedup over eager. */
export const SLOWEST_SHAPE = 0.98;

/** The declared shapes on which a kernel is too slow to be published, slowest first. */
export function slowShapes({ shapes = [] }: { shapes?: readonly ShapeTime[] | undefined }): ShapeTime[] {
  return shapes.filter((one) => one.speedup.median < SLOWEST_SHAPE).toSorted((one, other) => one.speedup.median - other.speedup.median);
}

/** Whether a task's source declares shapes. */
export const declaresWorkloads = (source: string): boolean => /^(?:def\s+get_workloads\b|get_workloads\s*[:=])/m.test(source);
