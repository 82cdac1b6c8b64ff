import { z } from "zod";
import { Language } from "../domain/task.ts";
import { Diagnosis } from "../domain/profile.ts";
import { Place } from "../domain/hardware.ts";
import { Ratio, type RunBaseline, steadySpeedup, steadyTime, Time } from "../domain/measure.ts";
import { secondsOf } from "../domain/budget.ts";
import { problemOf, type Verdict, type VerdictStatus } from "../domain/verdict.ts";
import { formatAttemptId, parseAttemptId } from "./attempt-id.ts";

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

/** A range of the parent's source that the plan changes: whole lines, 1-based, inclusive. */
export const Anchor = z.object({ file: z.string(), from: z.number().int().min(1), to: z.number().int().min(1) });
export type Anchor = z.infer<typeof Anchor>;

/** The planner's advice, anchored in the parent's source. */
export const Plan = z.object({
  strategy: z.string(),
  advice: z.string(),
  anchors: z.array(Anchor),
  echo: z.string().optional().describe("artifact: the parent's source as the planner returned it, tags and advice in it"),
  part: z.string().optional().describe("of a large module: the part that changes; of a crossover, the parts that it holds"),
  atMost: z.number().optional().describe("how many times as fast the module can get if the part took no time: Amdahl's law"),
  language: Language.optional().describe("what the candidate is written in anew, where the plan changes the language"),
  whole: z.boolean().optional().describe("the plan replaces the whole candidate"),
  secondParent: z.string().optional().describe("of a crossover: the attempt whose changes are brought into the parent"),
});
export type Plan = z.infer<typeof Plan>;

/**
 * A node of the search tree. It is small: sources, prompts, logs and profiles are in the
 * run's artifacts, by hash. The root is the reference.
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
  time: Time.nullable().describe("the time that goes with `speedup`: what prompts and reports state; the verdict has the one of its minute"),
  speedup: Ratio.nullable().describe("over the reference, without the chance in the baseline of its minute; the verdict has that minute's own"),
  slowest: z.object({ name: z.string(), speedup: Ratio }).optional().describe("of a task with several shapes: the one with the smallest speedup"),
  diagnosis: Diagnosis.nullable(),
  verdict: z.string().nullable().describe("artifact: the verdict as JSON"),
  tokens: z.number().int().describe("model tokens spent on this attempt, in and out"),
  modelSeconds: z.number(),
  judgeSeconds: z.number(),
  place: Place.optional().describe("where it was judged, if its verdict tells"),
  blocks: z
    .object({ shown: z.array(z.string()), used: z.array(z.string()) })
    .optional()
    .describe("building blocks: those that its prompt showed, and those that its source is built from"),
});
export type Attempt = z.infer<typeof Attempt>;

/** A candidate of a role, before the judge has seen it. */
export const Draft = Attempt.pick({ id: true, round: true, role: true, plan: true, explanation: true, tokens: true, modelSeconds: true, blocks: true }).extend({
  parent: z.string(),
  source: z.string().describe("artifact: the candidate"),
});
export type Draft = z.infer<typeof Draft>;

type Outcome = Pick<Attempt, "status" | "problem"> & Partial<Omit<Attempt, keyof typeof Draft.shape>>;

/** The attempt that a draft becomes. Fields that `outcome` leaves out are null. */
export function attemptOf(draft: Omit<Draft, "source">, outcome: Outcome & { source?: string }): Attempt {
  const { id, parent, round, role, plan, explanation, tokens, modelSeconds, blocks } = draft;
  const unknown = { language: null, source: null, normalized: null, time: null, speedup: null, diagnosis: null, verdict: null, judgeSeconds: 0 };
  return { id, parent, round, role, plan, explanation, tokens, modelSeconds, ...(blocks && { blocks }), ...unknown, ...outcome };
}

/** The attempt as a duplicate of the attempt `original`, without measurements of its own. */
export const asDuplicate = (attempt: Attempt, original: string): Attempt => ({
  ...attempt,
  status: "duplicate",
  problem: `the same program as ${original}`,
  time: null,
  speedup: null,
  diagnosis: null,
  verdict: null,
});

const collator = new Intl.Collator("en", { numeric: true });

/** Orders attempt ids by round, branch and repair: r2 before r10, the root last. */
export function compareIds(a: { id: string }, b: { id: string }): number {
  return collator.compare(a.id, b.id);
}

/** The attempts that a branch sees: those of earlier rounds, without the branches in flight at its start. */
export interface Viewpoint {
  readonly id: string;
  readonly round: number;
  readonly beside: readonly string[];
}

/** The branch that made an attempt: its id without the repair and the tuning. */
export function branchOf(attempt: { id: string }): string {
  const id = parseAttemptId(attempt.id);
  return id ? formatAttemptId({ round: id.round, branch: id.branch }) : attempt.id;
}

/** Whether an attempt counts for `--attempts`. The reference and tuned versions do not. */
export const isCounted = ({ role }: Pick<Attempt, "role">): boolean => role !== "reference" && role !== "tuner";

/** Whether a failed attempt can be repaired: it has a source and a verdict with the error. */
export function isBroken(attempt: Attempt): boolean {
  return attempt.verdict !== null && attempt.status !== "ok";
}

/**
 * The score that selection ranks by; larger is better. It is the attempt's speedup, which does not depend on the minute (`steadySpeedup`),
 * 1 for the reference, and null for an attempt that failed.
 */
export function scoreOf(attempt: Attempt): number | null {
  return attempt.role === "reference" ? 1 : (attempt.speedup?.median ?? null);
}

/** Whether a branch repairs an attempt that it made itself. */
export const isRepair = (focus: string, branch: { parent: string }): boolean => focus !== "" && focus !== branch.parent;

/**
 * The fields of an attempt that its verdict fills; `baselines` are the run's. Time and speedup are null for an attempt that failed. The time
 * is what the speedup means where and when the reference was measured (`steadyTime`).
 */
export function verdictFields(
  verdict: Verdict,
  baselines: RunBaseline,
): Pick<Attempt, "status" | "problem" | "time" | "speedup" | "slowest" | "judgeSeconds" | "place"> {
  const measured =
    verdict.status === "ok" ? { time: steadyTime(verdict, baselines), speedup: steadySpeedup(verdict, baselines) } : { time: null, speedup: null };
  return {
    status: verdict.status,
    problem: problemOf(verdict),
    judgeSeconds: secondsOf(verdict).worked,
    ...measured,
    ...slowestOf(verdict),
    ...(verdict.place && { place: verdict.place }),
  };
}

function slowestOf(verdict: Verdict): Pick<Attempt, "slowest"> {
  const [slowest] = verdict.status === "ok" && verdict.shapes ? verdict.shapes.toSorted((one, other) => one.speedup.median - other.speedup.median) : [];
  return slowest ? { slowest: { name: slowest.name, speedup: slowest.speedup } } : {};
}
