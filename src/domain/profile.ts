import { z } from "zod";

/** One kernel (or, on the CPU, one operator) seen while the candidate or reference ran. */
export const KernelRow = z.object({ name: z.string(), calls: z.number(), us: z.number(), share: z.number().describe("of the busy time, 0 to 1") });
export type KernelRow = z.infer<typeof KernelRow>;

/** What the compiler said of one entry point (ptxas); null where it did not say. */
export const CompiledKernel = z.object({
  name: z.string(),
  registers: z.number().nullable(),
  spillBytes: z.number().nullable(),
  sharedBytes: z.number().nullable(),
});

/** The raw profile of an `ok` candidate. Advisory: it explains a time, it never decides one. */
export const Profile = z.object({
  floorBytes: z.number().describe("inputs + parameters + outputs, moved once"),
  floorUs: z.number().describe("floorBytes over the measured copy bandwidth"),
  copyGBps: z.number().describe("bytes read plus bytes written per second of a large copy on this device"),
  kernels: z.array(KernelRow),
  peakBytes: z.number().nullable().describe("memory one call takes beyond what was held, by torch's allocator in the candidate's process; null on the CPU"),
  deviceUs: z.number().nullable().describe("one call by the device's events in the candidate's process: a claim, never the deciding time"),
  compiled: z.array(CompiledKernel),
  remarks: z.array(z.string()).describe("what the compiler said of loops it did or did not vectorize"),
});
export type Profile = z.infer<typeof Profile>;

/** The profile in words: what the agents read instead of counters. */
export const Diagnosis = z.object({
  bound: z.enum(["memory", "compute", "launch", "build", "correctness", "unknown"]),
  summary: z.string(),
  shareOfFloor: z.number().nullable().describe("floor time / measured time, 1 = at the speed of light of memory"),
  limits: z.array(z.object({ what: z.string(), evidence: z.string(), moves: z.string() })).max(3),
});
export type Diagnosis = z.infer<typeof Diagnosis>;
