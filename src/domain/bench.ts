/** A bench: searches over many tasks with several variants. Its plan, and the result of each run. */
import { z } from "zod";
import { Spent } from "./budget.ts";
import { Isolation } from "./hardware.ts";
import { Ratio, AlternativeName } from "./measure.ts";
import { Precision, Target } from "./task.ts";

export const Against = z.enum(["eager", ...AlternativeName.options]);
export type Against = z.infer<typeof Against>;

/** A speedup of one task's best kernel over one baseline. */
export const BenchSpeed = z.object({
  against: Against,
  speedup: Ratio,
  measured: z
    .enum(["promotion", "search", "derived"])
    .describe("in a fresh process; in the search alone; or from two ratios of the search: kernel over eager, and eager over this baseline"),
});
export type BenchSpeed = z.infer<typeof BenchSpeed>;

/** One run of a bench, with its result. */
export const BenchCell = z.object({
  variant: z.string().describe("the way of searching, as the tables name it"),
  task: z.string(),
  run: z.string().describe("its folder"),
  status: z.enum(["proven", "correct", "no kernel", "rejected", "unfinished"]).describe("proven: its whole interval over eager lies above 1"),
  problem: z.string().describe("why it was rejected, has not finished or has no kernel; empty otherwise"),
  degenerate: z.string().nullable().describe("why its speed means little: an answer that was not computed from the task's inputs would pass"),
  source: z.string().describe("hash of the task's source"),
  strategy: z.string(),
  model: z.string(),
  target: Target,
  precision: Precision,
  machine: z.string().nullable(),
  torch: z.string().nullable(),
  timedOn: z.string().nullable().default(null).describe("the inputs that were timed"),
  threads: z.number().int().nullable().default(null).describe("on the cpu target"),
  blas: z.string().nullable().default(null).describe("on the cpu target"),
  limit: z.number().int().describe("attempts that the run may make"),
  attempts: z.number().int(),
  passed: z.number().int(),
  kernel: z.string().nullable().describe("the winner, or the fastest that passed"),
  speeds: z.array(BenchSpeed),
  isolation: Isolation.shape.level.nullable().describe("at which the kernel was measured"),
  noiseBand: z.number().nullable(),
  solFraction: z.number().nullable(),
  kernelUs: z.number().nullable().default(null).describe("the kernel's median time per call"),
  eagerUs: z.number().nullable().default(null).describe("eager PyTorch's, measured beside the kernel, else when the run began"),
  floorUs: z.number().nullable().default(null).describe("the least time that the task takes, by bytes or arithmetic"),
  startedAt: z.iso.datetime().nullable().default(null),
  endedAt: z.iso.datetime().nullable().default(null).describe("null while it has not finished"),
  spent: Spent,
});
export type BenchCell = z.infer<typeof BenchCell>;

export const BenchResults = z.object({ version: z.literal(1), command: z.string(), at: z.iso.datetime(), cells: z.array(BenchCell) });
export type BenchResults = z.infer<typeof BenchResults>;

/** The plan of a bench, stored as bench.json in its folder. The runs' folders hold their settings and tasks. */
export const BenchPlan = z.object({
  version: z.literal(1),
  command: z.string(),
  parallel: z.number().int().min(1).describe("runs at a time on each worker"),
  tokens: z
    .number()
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe("model tokens for the whole bench, in equal parts per variant, by weight within one; null is no limit"),
  jobs: z.number().int().min(1).default(64).describe("jobs that it has in a queue at once; workers that are no queue need no bound"),
  runs: z
    .array(
      z.object({
        variant: z.string(),
        task: z.string(),
        run: z.string().describe("its folder, within the bench's"),
        weight: z.number().positive().default(1).describe("its part of the variant's tokens"),
      }),
    )
    .min(1),
});
export type BenchPlan = z.infer<typeof BenchPlan>;
