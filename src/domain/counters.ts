/** The facts about one kernel beyond its time. An unknown field is absent, never zero. */
import { z } from "zod";

/** The largest launch of a kernel in a call, by the activity trace. */
export const Launch = z.object({
  blocks: z.number().int(),
  threads: z.number().int().describe("of one block"),
  registers: z.number().int().describe("of one thread"),
  sharedBytes: z.number().int().describe("of one block, static and dynamic"),
});
export type Launch = z.infer<typeof Launch>;

const byWidth = z.record(z.string(), z.number().int()).describe("instructions by the bytes that one thread moves with each");

/** Counts of memory instructions in the machine code. They do not show how often an instruction runs. */
export const Code = z.object({
  loads: byWidth,
  stores: byWidth,
  bulkCopies: z.number().int().describe("cp.async and TMA"),
  orders: z.number().int().optional().describe("what orders threads beside barriers: mbarriers, and fences within a block"),
  matrix: z.number().int().describe("tensor-core instructions"),
  localLoads: z.number().int(),
  localStores: z.number().int(),
  atomics: z.number().int().describe("on global memory"),
  double: z.number().int().describe("double-precision arithmetic"),
  loops: z.number().int().describe("jumps back"),
});
export type Code = z.infer<typeof Code>;

const share = (what: string) => z.number().optional().describe(`${what}, 0 to 1`);
const amount = (what: string) => z.number().optional().describe(what);

/** Hardware counters of a kernel's longest launch in a call, with cold caches. At most fifteen values. */
export const Counters = z.object({
  memoryShare: share("throughput of the busiest level of memory, of its peak"),
  dramShare: share("throughput of device memory, of its peak"),
  smShare: share("throughput of the busiest part of the multiprocessors, of its peak"),
  occupancy: share("resident warps, of the most that fit"),
  l1Hit: share("L1 hits"),
  l2Hit: share("L2 hits"),
  sectorsPerLoad: amount("sectors of 32 bytes that one warp's global load touches; 4 where each thread reads 4 neighbouring bytes"),
  sectorsPerStore: amount("the same of global stores"),
  loadBytes: amount("bytes that global loads asked of the first cache level"),
  bankConflicts: share("accesses to shared memory that were replayed because of bank conflicts, of all"),
  localBytes: amount("bytes of local memory moved: spills and arrays indexed at run time"),
  tensorShare: share("cycles that the tensor cores were at work"),
  activeThreads: amount("threads at work per warp instruction, of 32"),
  atomicSectors: amount("sectors that atomics on global memory touched in L2"),
  stalls: z
    .array(z.object({ reason: z.string(), warps: z.number().describe("that wait for this reason, on average, at each instruction issued") }))
    .optional()
    .describe("the three largest"),
});
export type Counters = z.infer<typeof Counters>;

/** The CPU use of one call. Threads come from the candidate's process. The rest comes from the processor's counters, or else from callgrind (one thread, AVX2, zeros). */
export const Processor = z.object({
  threads: z.number().describe("that the call may use"),
  busyThreads: z.number().describe("processor time of all threads over that of the busiest"),
  scaling: z.number().describe("threads at work, less what all together spend more than one alone"),
  faults: z.number().describe("minor page faults"),
  instructions: amount("instructions"),
  accesses: amount("reads and writes of memory; by callgrind those of the candidate's own code, without library functions such as exp"),
  firstMisses: amount("cache lines that the first level had to fetch"),
  lastMisses: amount("cache lines that came from memory"),
});
export type Processor = z.infer<typeof Processor>;
