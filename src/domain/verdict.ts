import { z } from "zod";
import { Isolation } from "./host.ts";
import { Ratio, Rival, Time } from "./measure.ts";
import { Profile } from "./profile.ts";

/** How long is measured: `sweep` is the first look at one of many settings of a candidate, `promotion` the last at a winner. */
export const Tier = z.enum(["sweep", "search", "promotion"]);
export type Tier = z.infer<typeof Tier>;

export const Stage = z.enum(["build", "start", "correctness", "timing", "profile", "kernelbench"]);

/** What KernelBench's own evaluator would say, by its own rules and the candidate's own clock: to compare with papers, never to decide. */
export const KernelBench = z.object({
  correct: z.boolean(),
  passed: z.number().int(),
  trials: z.number().int(),
  maxDifference: z.number().nullable(),
  meanMs: z.number().nullable(),
  eagerMeanMs: z.number().nullable().describe("of the reference under torch's default flags: its convolutions use TF32"),
  speedup: z.number().nullable(),
  flagged: z.boolean().describe("it marks speedups above 10"),
  note: z.string(),
});
export type KernelBench = z.infer<typeof KernelBench>;

const common = {
  isolation: Isolation,
  seconds: z.partialRecord(Stage, z.number()).describe("wall-clock seconds spent per stage, queueing excluded"),
};
const failed = <S extends string, T extends z.ZodRawShape>(status: S, shape: T) => z.object({ status: z.literal(status), ...common, ...shape });

/**
 * What the judge says of a candidate. Only `ok` carries a time, so that nothing can rank a failed candidate by speed.
 * `wrong` says where and how outputs differ for public inputs; for hidden ones it says only that they do.
 */
export const Verdict = z.discriminatedUnion("status", [
  failed("build_failed", { compiler: z.string(), diagnostics: z.string().describe("the first errors, as the compiler printed them") }),
  failed("contract_failed", { problem: z.string() }),
  failed("wrong", { inputs: z.enum(["public", "hidden"]), problem: z.string() }),
  failed("precision_violation", { inputs: z.enum(["public", "hidden"]), problem: z.string() }),
  failed("unstable", { problem: z.string() }),
  failed("timing_disagrees", { problem: z.string() }),
  failed("below_floor", { problem: z.string() }),
  failed("policy_violation", { problem: z.string() }),
  failed("crashed", { stage: Stage, problem: z.string() }),
  failed("timeout", { stage: Stage, limitSeconds: z.number() }),
  z.object({
    status: z.literal("ok"),
    ...common,
    tier: Tier,
    candidate: Time,
    baseline: Time.describe("eager PyTorch, interleaved with the candidate"),
    speedup: Ratio.describe("baseline / candidate"),
    comparison: z.enum(["faster", "same", "slower", "ambiguous"]).describe("against eager: the whole interval beyond the noise band, within it, or neither"),
    noiseBand: z
      .number()
      .describe(
        "the share within which times are not told apart: from how much two processes of the same baseline differ, and at least 0.5 % (cpu 5 %) at promotion, 5 % (cpu 10 %) in the search",
      ),
    clocks: z
      .object({ smMhz: z.number(), memoryMhz: z.number(), held: z.array(z.string()).describe("what kept the clocks down") })
      .nullable()
      .default(null)
      .describe("the GPU's while it was timed: the lower of those before and after"),
    timedTwice: z.boolean().optional().describe("the first measurement looked like work beside the clock: of both, the slower is told"),
    rivals: z.array(Rival).describe("other baselines, interleaved with the candidate; speedup = rival / candidate"),
    checkedCalls: z.number().int().describe("calls whose outputs were checked, every timed one among them"),
    errorShare: z.number().describe("largest error over its budget, at most 1"),
    deterministic: z.boolean().describe("whether the same input gave the same bits twice"),
    precisionBlind: z.boolean().describe("operands of lower precision would have passed on every distribution: the task cannot tell"),
    parameters: z.enum(["loaded", "none"]).describe("how ModelNew came to hold the reference's parameters"),
    profile: Profile.nullable(),
    kernelbench: KernelBench.nullable().default(null).describe("at promotion"),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;
export type OkVerdict = Extract<Verdict, { status: "ok" }>;
export type VerdictStatus = Verdict["status"];

/** All that anybody is told of a failure on hidden inputs. */
const HIDDEN = "wrong for hidden inputs drawn from another distribution";

/** One line that says what went wrong, for people and prompts alike; the empty string for `ok`. */
export function problemOf(verdict: Verdict): string {
  switch (verdict.status) {
    case "ok":
      return "";
    case "build_failed":
      return `${verdict.compiler} failed:\n${verdict.diagnostics}`;
    case "timeout":
      return `${verdict.stage} took longer than ${verdict.limitSeconds} s`;
    case "crashed":
      return `crashed during ${verdict.stage}: ${verdict.problem}`;
    case "wrong":
    case "precision_violation":
      return verdict.inputs === "hidden" ? HIDDEN : verdict.problem; // whatever the judge says of them: this text gets into prompts
    case "contract_failed":
    case "unstable":
    case "timing_disagrees":
    case "below_floor":
    case "policy_violation":
      return verdict.problem;
  }
}
