import { z } from "zod";
import { Language } from "./task.ts";
import { Diagnosis } from "./profile.ts";
import { Ratio, Time } from "./measure.ts";
import type { VerdictStatus } from "./verdict.ts";

const statuses = [
  "ok",
  "build_failed",
  "contract_failed",
  "wrong",
  "precision_violation",
  "unstable",
  "timing_disagrees",
  "below_floor",
  "policy_violation",
  "crashed",
  "timeout",
] as const satisfies readonly VerdictStatus[];

/** A span of the parent's source that the plan wants changed: whole lines, 1-based, both ends included. */
export const Anchor = z.object({ file: z.string(), from: z.number().int().min(1), to: z.number().int().min(1) });
export type Anchor = z.infer<typeof Anchor>;

/** The plan agent's one piece of advice, grounded in the parent's source. */
export const Plan = z.object({
  strategy: z.string(),
  advice: z.string(),
  anchors: z.array(Anchor),
  echo: z.string().optional().describe("artifact: the parent's source as the planner returned it, tags and advice in it"),
  lessons: z.array(z.string()).optional().describe("keys of the lessons from other tasks that the planner was shown"),
  part: z.string().optional().describe("of a large module: the part that changes; of a composition, the parts that it holds"),
  atMost: z.number().optional().describe("how many times as fast the module can get if the part took no time: Amdahl's law"),
  language: Language.optional().describe("what the candidate is written in anew, where the plan changes the language"),
  donor: z.string().optional().describe("of a composition: the attempt that is brought into the parent"),
});
export type Plan = z.infer<typeof Plan>;

/**
 * A node of the search tree: small, because it lives in checkpoints. Sources, prompts, logs and profiles are in the
 * run's artifact store under their hashes. The root is the reference itself.
 */
export const Attempt = z.object({
  id: z
    .string()
    .describe(
      "root, r0b1 for a kernel that the search was given to start from, or r<round>b<branch>, with s<repair> for a repair and t for what tuning made of it",
    ),
  parent: z.string().nullable(),
  round: z.number().int(),
  role: z.enum(["reference", "coder", "repairer", "tuner"]),
  status: z.enum([...statuses, "reference", "duplicate", "no_reply", "out_of_budget"]),
  language: Language.nullable(),
  source: z.string().nullable().describe("artifact: the candidate as JSON"),
  normalized: z.string().nullable().describe("hash of the normalized source"),
  plan: Plan.nullable(),
  explanation: z.string(),
  problem: z.string().describe("why it failed, in at most a few lines; empty for ok"),
  time: Time.nullable(),
  speedup: Ratio.nullable(),
  diagnosis: Diagnosis.nullable(),
  verdict: z.string().nullable().describe("artifact: the verdict as JSON"),
  tokens: z.number().int().describe("model tokens spent on this attempt, in and out"),
  modelSeconds: z.number(),
  judgeSeconds: z.number(),
});
export type Attempt = z.infer<typeof Attempt>;

const collator = new Intl.Collator("en", { numeric: true });

/** Orders attempt ids by round, branch and repair: r2 before r10, the root last. */
export function compareIds(a: { id: string }, b: { id: string }): number {
  return collator.compare(a.id, b.id);
}

/** A branch as its attempts see it: those of earlier rounds, but for the branches that were in flight beside it. */
export interface Viewpoint {
  readonly id: string;
  readonly round: number;
  readonly beside: readonly string[];
}

/** The branch that made an attempt: its id without the repair and the tuning. */
export function branchOf(attempt: { id: string }): string {
  return attempt.id.replace(/(?<=\d)(s\d+)?t?$/, "");
}

/** Whether an attempt is one of `--attempts`: neither the reference nor what tuning made, which no model was asked for. */
export const isCounted = ({ role }: Pick<Attempt, "role">): boolean => role !== "reference" && role !== "tuner";

/** A broken attempt that somebody could repair: it has a source, and a verdict that says what is wrong with it. */
export function isBroken(attempt: Attempt): boolean {
  return attempt.verdict !== null && attempt.status !== "ok";
}

/**
 * What selection ranks by, larger is better: the speedup over the reference that ran interleaved with it, 1 for the
 * reference itself, null for what did not pass. Absolute times of different moments are never compared: machines drift.
 */
export function scoreOf(attempt: Attempt): number | null {
  return attempt.role === "reference" ? 1 : (attempt.speedup?.median ?? null);
}

/** Whether a branch is at work on an attempt that it made itself, in order to repair it. */
export const isRepair = (focus: string, branch: { parent: string }): boolean => focus !== "" && focus !== branch.parent;
