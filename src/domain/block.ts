/** Building blocks: proven pieces of kernels from prompts/blocks, with the judge's verdicts on them. */
import { z } from "zod";
import { Language, Precision } from "./task.ts";

/** A row of prompts/blocks/index.json. The block itself is in files of its name; evals/judge/blocks.py judges them. */
export const BlockRow = z.strictObject({
  name: z.string().regex(/^\w+$/),
  language: Language,
  task: z.string().regex(/^\w+$/).describe("the file of prompts/blocks/tasks that it was judged on"),
  precision: Precision.describe("that it was judged in"),
  tracks: z.array(Precision).min(1).describe("precision tracks that it helps with"),
  needs: z.array(z.string().regex(/^(avx\w+|sm_\d+a?)$/)).describe("SIMD families of the CPU, or the least architecture of the GPU; with an a, that one alone"),
  families: z.array(z.string()).min(1).describe("operator families (src/search/parts/operator-families.ts)"),
  bounds: z.array(z.enum(["memory", "compute", "latency", "launch"])).min(1),
  techniques: z.array(z.string()).min(1).describe("names of prompts/techniques.md and prompts/approaches.md that it shows"),
  what: z.string().min(1),
});
export type BlockRow = z.infer<typeof BlockRow>;

/** A row of prompts/blocks/verdicts.json: the judge's verdict on a block on one machine. */
export const BlockVerdict = z.object({
  block: z.string().describe("name-language"),
  hash: z.string().describe("of the judged files: a block that changed since has no verdict"),
  hardware: z.string(),
  status: z.string(),
  speedup: z.object({ median: z.number(), low: z.number(), high: z.number() }).optional().describe("torch's time over the block's"),
  errorShare: z.number().optional().describe("largest error over its budget"),
});
export type BlockVerdict = z.infer<typeof BlockVerdict>;

/** A block with the text that prompts show, and its verdicts. */
export interface Block extends BlockRow {
  /** name-language */
  readonly id: string;
  readonly text: string;
  readonly verdicts: readonly BlockVerdict[];
}

/** How the branches of one run that were shown a block did against their siblings without it. */
export const BlockOutcome = z.object({ block: z.string(), wins: z.number().int(), losses: z.number().int() });
export type BlockOutcome = z.infer<typeof BlockOutcome>;
