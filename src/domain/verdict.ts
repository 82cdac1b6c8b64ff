import { z } from "zod";
import { Isolation } from "./host.ts";
import { Ratio, Time } from "./measure.ts";
import { Profile } from "./profile.ts";

export const Stage = z.enum(["build", "start", "correctness", "timing", "profile"]);

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
  failed("unstable", { problem: z.string() }),
  failed("timing_disagrees", { problem: z.string() }),
  failed("crashed", { stage: Stage, problem: z.string() }),
  failed("timeout", { stage: Stage, limitSeconds: z.number() }),
  z.object({
    status: z.literal("ok"),
    ...common,
    tier: z.enum(["search", "promotion"]),
    candidate: Time,
    baseline: Time.describe("eager PyTorch, interleaved with the candidate"),
    speedup: Ratio.describe("baseline / candidate"),
    compiled: Time.nullable().describe("torch.compile, interleaved with the candidate; null where there is none or it was not asked for"),
    compiledSpeedup: Ratio.nullable().describe("torch.compile / candidate"),
    checkedCalls: z.number().int().describe("calls whose outputs were checked, every timed one among them"),
    errorShare: z.number().describe("largest error over its budget, at most 1"),
    parameters: z.enum(["loaded", "seeded", "none"]).describe("how ModelNew came to hold the reference's parameters"),
    profile: Profile.nullable(),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;
export type OkVerdict = Extract<Verdict, { status: "ok" }>;
export type VerdictStatus = Verdict["status"];

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
    case "contract_failed":
    case "unstable":
    case "timing_disagrees":
      return verdict.problem;
  }
}
