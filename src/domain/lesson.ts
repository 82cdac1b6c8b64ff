import { z } from "zod";
import { Ratio } from "./measure.ts";
import { Diagnosis } from "./profile.ts";
import { Precision, Target } from "./task.ts";

/** A change with a measured gain, stored for other tasks. It holds the change and the gain, never a task's data. */
export const Lesson = z.object({
  bound: Diagnosis.shape.bound.describe("what held the attempt back before the change"),
  families: z.array(z.string()).describe("operator families of the task, the largest share of its time first"),
  target: Target,
  precision: Precision,
  hardware: z.string(),
  change: z.string().describe("the plan's strategy"),
  advice: z.string(),
  gain: Ratio.describe("speedup over the attempt that was changed; the interval is conservative and lies above 1"),
  source: z.object({ task: z.string(), run: z.string(), attempt: z.string() }),
  at: z.iso.datetime(),
});
export type Lesson = z.infer<typeof Lesson>;

/** The outcome of an attempt that followed a lesson. */
export const LessonOutcome = z.object({ lesson: z.string().describe("the lesson's key"), helped: z.boolean(), at: z.iso.datetime() });
export type LessonOutcome = z.infer<typeof LessonOutcome>;

/** A lesson in the store. */
export const KeptLesson = z.object({ key: z.string(), lesson: Lesson });
export type KeptLesson = z.infer<typeof KeptLesson>;
