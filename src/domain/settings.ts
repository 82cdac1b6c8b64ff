import { z } from "zod";
import { Library } from "./protocol.ts";
import { Language, Precision, Target } from "./task.ts";

/** How the tree is searched. Values marked STARK are those of arXiv 2510.16996, sections 4 and 5. */
export const Policy = z.object({
  attempts: z.number().int().min(1).max(1000).default(12).describe("kernels to try in all, repairs included"),
  repairs: z.number().int().min(0).max(5).default(2).describe("repairs of one broken attempt before its branch ends"),
  epsilon: z.number().min(0).max(1).default(0.3).describe("chance that a place in the beam goes to a random leaf (STARK 0.3)"),
  rootThrottle: z.number().int().min(1).default(5).describe("children after which the reference is no longer expanded (STARK 5)"),
  deadBranch: z.number().int().min(1).default(3).describe("more failing children than this and no success ends a branch (STARK 3)"),
  leaders: z.number().int().min(0).default(2).describe("best attempts shown to the planner (STARK 2)"),
  windowCap: z.number().int().min(1).default(5).describe("attempts of history in one prompt (STARK 5)"),
  plateauRounds: z.number().int().min(1).default(3).describe("rounds without a gain of 1 % after which the search stops"),
});
export type Policy = z.infer<typeof Policy>;

export const Role = z.enum(["planner", "coder", "repairer"]);
export type Role = z.infer<typeof Role>;

export const ModelSettings = z.object({
  name: z.string(),
  source: z.enum(["live", "replay"]).describe("ask the endpoint, or repeat recorded replies"),
  baseURL: z.string().nullable().default(null).describe("the endpoint; null is OpenAI's own"),
  recording: z.string().nullable().default(null).describe("the file of recorded replies, for replay"),
  winner: z
    .string()
    .nullable()
    .default(null)
    .describe("hash of the kernel that the recorded run published: a replay publishes it again unless another is surely faster"),
  temperatures: z.record(Role, z.number().min(0).max(2)).default({ planner: 0.8, coder: 0.1, repairer: 0.1 }).describe("STARK 0.8, 0.1, 0.1"),
  timeoutSeconds: z.number().positive().default(1800),
  parallel: z.number().int().min(1).default(8).describe("model calls in flight"),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** Everything a run was asked to do; kept in its folder, so that a resumed run is the same run. */
export const Settings = z.object({
  taskFile: z.string(),
  target: Target,
  language: Language,
  precision: Precision.default("fp32"),
  seed: z.number().int().default(0),
  library: Library.default("library-allowed"),
  worker: z.string().default("").describe("where the judge runs: empty = here, spool:DIR, or a command prefix such as 'ssh gpu01 --'"),
  model: ModelSettings,
  policy: Policy,
});
export type Settings = z.infer<typeof Settings>;
