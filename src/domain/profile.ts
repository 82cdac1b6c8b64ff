import { z } from "zod";
import { Code, Counters, Launch, Processor } from "./counters.ts";
import { Precision } from "./task.ts";

/** One kernel (or, on the CPU, one operator) seen while the candidate or reference ran. */
export const KernelRow = z.object({
  name: z.string(),
  calls: z.number(),
  us: z.number(),
  share: z.number().describe("of the busy time, 0 to 1"),
  launch: Launch.optional(),
  counters: Counters.optional(),
});
export type KernelRow = z.infer<typeof KernelRow>;

/** The compiler's report on one entry point (ptxas), with null for missing values, and facts about its machine code. */
export const CompiledKernel = z.object({
  name: z.string(),
  registers: z.number().nullable(),
  spillBytes: z.number().nullable(),
  sharedBytes: z.number().nullable(),
  code: Code.optional(),
});
export type CompiledKernel = z.infer<typeof CompiledKernel>;

/** The FLOPs of a task, counted on its reference: matrix products, convolutions and attention. A candidate may need fewer. */
export const Work = z.object({
  flops: z.number(),
  track: Precision,
  tflops: z.number().describe("the highest rate that the track permits: the library's on a large random matrix product, divided by `products`"),
  computeUs: z.number().describe("flops at that rate"),
  by: Precision.optional().describe("the precision of the products behind that rate; on the track fp32 split operands may reach it"),
  products: z.number().optional().describe("how many products in that precision replace one of the track"),
});
export type Work = z.infer<typeof Work>;

/** The least time of a task on the device: by its bytes, and by its FLOPs if they were counted. */
export const Floor = z.object({
  floorBytes: z.number().describe("inputs + parameters + outputs, moved once"),
  floorUs: z.number().describe("floorBytes over the measured copy bandwidth"),
  copyGBps: z.number().describe("bytes read plus bytes written per second of a large copy on this device"),
  neededUs: z
    .number()
    .optional()
    .describe("what no correct call can undercut: the bytes that the judge has shown to be needed, without those that a cache can keep, at the highest rate"),
  work: Work.optional(),
});
export type Floor = z.infer<typeof Floor>;

/** The raw profile of an `ok` candidate. It is advisory: it explains a time and decides nothing. */
export const Profile = z.object({
  ...Floor.shape,
  kernels: z.array(KernelRow),
  peakBytes: z.number().nullable().describe("memory one call takes beyond what was held, by torch's allocator in the candidate's process; null on the CPU"),
  deviceUs: z.number().nullable().describe("one call by the device's events in the candidate's process: a claim, never the deciding time"),
  compiled: z.array(CompiledKernel),
  remarks: z.array(z.string()).describe("what the compiler said of loops it did or did not vectorize"),
  processor: Processor.optional(),
  countable: z.boolean().optional().describe("the judge was not asked for counters, and could read them"),
  counting: z
    .object({
      by: z.enum(["ncu", "callgrind", "processor", "none"]),
      seconds: z.number(),
      note: z.string().describe("why there are no counters"),
      raw: z.string(),
    })
    .optional()
    .describe("how the kernels' counters came about; `raw` is what the tool wrote"),
});
export type Profile = z.infer<typeof Profile>;

/** The profile as text for the agents, who never read counters. */
export const Diagnosis = z.object({
  bound: z.enum(["memory", "compute", "latency", "launch", "build", "correctness", "unknown"]),
  summary: z.string(),
  solFraction: z.number().nullable().describe("floor time / measured time, 1 = at the speed of light"),
  limits: z.array(z.object({ what: z.string(), evidence: z.string(), techniques: z.string() })).max(3),
  floor: z.enum(["memory", "compute"]).optional().describe("which floor `solFraction` is of; the memory floor where it is absent"),
  neededFraction: z.number().optional().describe("`neededUs` of the judge / measured time. The other floors can be beaten, so this one alone ends a search"),
  changes: z.array(z.string()).optional().describe("against the parent, in words"),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

/** How the rate of the compute floor is reached, after "TFLOP/s": "in bf16", or "in fp32 by 3 fp16 products of split operands". */
export function wayText({ track, by, products = 1 }: Pick<Work, "track" | "by" | "products">): string {
  if (by === undefined) return `by the fastest products that the track ${track} permits`;
  if (products > 1) return `in ${track} by ${products} ${by} products of split operands`;
  return by === track ? `in ${track}` : `in ${by}`;
}

/** The floor for comparison with a measured time, in microseconds. If the time is below the compute floor, only the bytes count. */
export function floorUnder(us: number, { floorUs, work }: Pick<Floor, "floorUs" | "work">): { us: number; of: "memory" | "compute" } {
  return work && work.computeUs > floorUs && work.computeUs <= us ? { us: work.computeUs, of: "compute" } : { us: floorUs, of: "memory" };
}
