import { z } from "zod";
import { Candidate } from "./candidate.ts";
import { Host } from "./host.ts";
import { Ratio, Time } from "./measure.ts";
import { KernelRow } from "./profile.ts";
import { Precision, Target, Task, TensorSpec } from "./task.ts";
import { Verdict } from "./verdict.ts";

/**
 * The wire between the search and the judge: one JSON object per line, jobs in, replies out in any order.
 * These schemas are its only definition.
 */
export const PROTOCOL = 1;

const job = <K extends string, T extends z.ZodRawShape>(kind: K, shape: T) =>
  z.object({ protocol: z.literal(PROTOCOL), id: z.string().regex(/^[\w-]+$/), kind: z.literal(kind), ...shape });

const onTask = { task: Task, target: Target, precision: Precision };

export const Job = z.discriminatedUnion("kind", [
  job("probe", {}),
  job("prepare", { ...onTask, compile: z.boolean().describe("measure torch.compile too, where there is one") }),
  job("evaluate", { ...onTask, candidate: Candidate, tier: z.enum(["search", "promotion"]), compile: z.boolean() }),
]);
export type Job = z.infer<typeof Job>;

/** A job before it has an id: the id is made from the content, so that the same question is never asked twice. */
export type Question = Job extends infer J ? (J extends Job ? Omit<J, "id" | "protocol"> : never) : never;

export const Baselines = z.object({
  host: Host,
  inputs: z.array(TensorSpec),
  outputs: z.array(TensorSpec),
  parameters: z.array(TensorSpec),
  eager: Time,
  compiled: Time.nullable(),
  compiledSpeedup: Ratio.nullable().describe("eager / torch.compile, interleaved"),
  compiledNote: z.string().describe("why there is no torch.compile time; empty where there is one"),
  floorBytes: z.number(),
  floorUs: z.number(),
  copyGBps: z.number(),
  operators: z.array(KernelRow).describe("the reference by operator, slowest first"),
  seconds: z.number(),
});
export type Baselines = z.infer<typeof Baselines>;

export const Reply = z.discriminatedUnion("kind", [
  z.object({ id: z.string(), kind: z.literal("host"), host: Host }),
  z.object({ id: z.string(), kind: z.literal("prepared"), baselines: Baselines }),
  z.object({ id: z.string(), kind: z.literal("verdict"), verdict: Verdict }),
  z.object({
    id: z.string(),
    kind: z.literal("rejected"),
    reason: z.string().describe("the job cannot be done as asked: a bad task, no such device, no compiler"),
    remedy: z.string(),
  }),
  z.object({ id: z.string(), kind: z.literal("broken"), reason: z.string().describe("the judge itself failed; the same job may succeed later") }),
]);
export type Reply = z.infer<typeof Reply>;
