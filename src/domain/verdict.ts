import { z } from "zod";
import { Isolation, Place } from "./hardware.ts";
import { Ratio, Alternative, Time } from "./measure.ts";
import { Profile } from "./profile.ts";
import { ShapeTime, Unseen } from "./workload.ts";

/** The length of a measurement. `sweep`: the first look at one of many settings. `search`: an attempt. `promotion`: the last measurement of a winner. */
export const Tier = z.enum(["sweep", "search", "promotion"]);
export type Tier = z.infer<typeof Tier>;

/** `open`: the task is opened and eager timed, in a judge's first job on it. `baselines`: rivals are compiled and timed, once per task and host. */
export const Stage = z.enum(["build", "start", "open", "baselines", "correctness", "timing", "profile", "kernelbench"]);

/** The result of KernelBench's own evaluator, by its rules and the candidate's own clock. It serves comparison with papers and decides nothing. */
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

/** One draw on which a candidate is wrong, or why checks were left, for a person. Numbers are texts, because they may be NaN. */
export const Mismatch = z.object({
  check: z.string().describe("the public inputs, the distribution, the kind of special row, the varied argument, or the parameters"),
  element: z.array(z.number().int()).nullable().describe("the place of the worst element in its output; the first number is its row"),
  expected: z.string().describe("in fp64"),
  got: z.string(),
  problem: z.string().describe("why there is no element, or an empty text"),
});
export type Mismatch = z.infer<typeof Mismatch>;

/** One fresh process of the candidate, interleaved with one of eager. */
export const Pair = z.object({ speedup: z.number().positive(), candidateUs: z.number().positive(), baselineUs: z.number().positive() });
export type Pair = z.infer<typeof Pair>;

/** Forward without backward, of the candidate and of eager. */
export const Forward = z.object({ candidate: Time, baseline: Time, speedup: Ratio.describe("baseline / candidate") });
export type Forward = z.infer<typeof Forward>;

/** What sanitizers found in one further call of a promoted candidate. An access out of bounds and a race make the verdict `crashed`; in some libraries a race is unproven (docs/judge.md#the-stages). */
export const Sanitizers = z.object({
  ran: z.array(z.enum(["address", "undefined", "memcheck", "racecheck", "initcheck", "synccheck"])),
  notes: z.array(z.string()).describe("findings that do not decide, with their lines"),
  why: z.string().describe("why a sanitizer did not run, or an empty text"),
});

const common = {
  explanation: z
    .array(Mismatch)
    .optional()
    .describe(
      "what is wrong on public inputs and on which fresh draw, and why checks were left; only where the job asks for it and the candidate could be asked",
    ),
  isolation: Isolation,
  place: Place.optional().describe("where it was judged; older verdicts do not tell it"),
  seconds: z.partialRecord(Stage, z.number()).describe("wall-clock seconds spent per stage, queueing excluded"),
};
const onShape = {
  shape: z
    .string()
    .optional()
    .describe("the declared shape on which it failed; none is named for a check that the first shape alone gets, and for a hidden shape"),
};
const failed = <S extends string, T extends z.ZodRawShape>(status: S, shape: T) => z.object({ status: z.literal(status), ...common, ...onShape, ...shape });

/** The groups of hidden checks. A verdict names the one that failed, and never a value. */
export const HiddenGroup = z.enum(["distribution", "special rows", "other arguments", "parameters", "training mode", "other shapes", "required"]);

const hidden = {
  group: HiddenGroup.optional().describe("for hidden inputs: which checks failed"),
  names: z.array(z.string()).optional().describe("the varied arguments, or the required names"),
};

/**
 * The judge's verdict on a candidate. Only `ok` has a time, so failed candidates cannot be ranked by speed.
 * For public inputs `wrong` says where and how outputs differ. For hidden inputs it reports only the failure.
 */
export const Verdict = z.discriminatedUnion("status", [
  failed("build_failed", { compiler: z.string(), diagnostics: z.string().describe("the first errors, as the compiler printed them") }),
  failed("contract_failed", { problem: z.string() }),
  failed("wrong", { inputs: z.enum(["public", "hidden"]), ...hidden, problem: z.string() }),
  failed("precision_violation", { inputs: z.enum(["public", "hidden"]), ...hidden, problem: z.string() }),
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
        "the share within which times are not told apart: in the search from how much two processes of the same baseline differ, and at least 5 % (cpu 10 %); at promotion 0.5 % (cpu 5 %)",
      ),
    clocks: z
      .object({ smMhz: z.number(), memoryMhz: z.number(), held: z.array(z.string()).describe("what kept the clocks down") })
      .nullable()
      .default(null)
      .describe("the GPU's while it was timed: the lower of those before and after"),
    timedTwice: z.boolean().optional().describe("the first measurement looked like work beside the clock: of both, the slower is told"),
    forward: Forward.optional().describe("for a task with gradients: forward alone; all other times are those of forward and backward"),
    callTimes: z
      .object({ candidate: z.array(z.number()), baseline: z.array(z.number()) })
      .optional()
      .describe("at promotion: microseconds per call of every timed chain, ascending"),
    pairs: z
      .array(Pair)
      .optional()
      .describe("at promotion: each pair of a fresh process of the candidate and one of eager, in order; the interval of `speedup` is over them"),
    shapes: z
      .array(ShapeTime)
      .optional()
      .describe(
        "each shape that the task declares, heaviest first; `candidate`, `baseline` and `speedup` are then weighted over all, and the profile is the first one's",
      ),
    unseen: Unseen.optional().describe("at promotion, for a task with several shapes"),
    rivals: z.array(Alternative).describe("other baselines, timed once per task and host against eager; speedup = rival / candidate"),
    checkedCalls: z.number().int().describe("calls whose outputs were checked, every timed one among them"),
    errorShare: z.number().describe("largest error over its budget, at most 1"),
    publicErrorShare: z.number().optional().describe("the same on public inputs alone: what agents may read"),
    deterministic: z.boolean().describe("whether the same input gave the same bits twice"),
    precisionBlind: z.boolean().describe("operands of lower precision would have passed on every distribution: the task cannot tell"),
    unproven: z.array(z.string()).optional().describe("the rare conditions on which the candidate is not right. Absent if nobody has looked"),
    sanitizers: Sanitizers.optional().describe("at promotion, for a candidate with native code"),
    parameters: z.enum(["loaded", "none"]).describe("how ModelNew came to hold the reference's parameters"),
    profile: Profile.nullable(),
    kernelbench: KernelBench.nullable().default(null).describe("at promotion"),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;
export type OkVerdict = Extract<Verdict, { status: "ok" }>;
export type VerdictStatus = Verdict["status"];

/** "nan, inf (wrong there, or not checked)"; what the judge could not vary has another reason. Empty where it found nothing, or did not look. */
export function unprovenText(names: readonly string[] = []): string {
  const isFixed = (name: string): boolean => /^(argument|buffer) /.test(name);
  const parts: [string[], string][] = [
    [names.filter((name) => !isFixed(name)), "wrong there, or not checked"],
    [names.filter(isFixed), "the same value in every draw"],
  ];
  return parts.flatMap(([some, why]) => (some.length > 0 ? `${some.join(", ")} (${why})` : [])).join("; ");
}

/** The unproven conditions of a kernel, in words. A search does not look for them, and neither did promotions of early releases. */
export const notProven = ({ unproven }: OkVerdict): string =>
  unproven === undefined ? "rare conditions such as NaN (the judge did not look)" : unprovenText(unproven);

/** The only text about a failure on hidden inputs, because it gets into prompts. */
const hiddenProblems: Record<z.infer<typeof HiddenGroup>, string> = {
  distribution: "wrong for hidden inputs drawn from another distribution",
  "special rows":
    "wrong for hidden special rows, such as zeros, one repeated value, values around 100 and -100, a large mean with a small spread, or a few such values among usual ones",
  "other arguments": "wrong for other hidden values of these arguments:",
  parameters: "wrong for other hidden parameters and buffers: of both signs, of magnitudes from 0.1 to 10, and masks and integers with other values",
  "training mode": "wrong in training mode, in calls on hidden inputs that follow each other: each call changes the buffers, on which the next one depends",
  "other shapes": "wrong for hidden shapes, whose lengths lie between those of the workloads",
  required: "not right on what is required:",
};

function hiddenProblem({ status, group = "distribution", names = [] }: Extract<Verdict, { status: "wrong" | "precision_violation" }>): string {
  const problem = [hiddenProblems[group], names.join(", ")].filter(Boolean).join(" ");
  return status === "wrong" ? problem : problem.replace("wrong", "too imprecise");
}

/** A problem as one short line: its first line, cut after a word if it is long. After a heading ("g++ failed:") the first error follows. */
export function headlineOf(problem: string): string {
  const [first = "", ...more] = problem.split("\n").filter((line) => line.trim() !== "");
  const next = first.trimEnd().endsWith(":") ? (more.find((line) => /\b(error|fatal)\b/i.test(line)) ?? more[0]) : undefined;
  const line = next === undefined ? first : `${first.trimEnd()} ${next.trim()}`;
  return line.length <= MOST_OF_A_HEADLINE ? line : `${line.slice(0, MOST_OF_A_HEADLINE).replace(/\s+\S*$/, "")} …`;
}

const MOST_OF_A_HEADLINE = 140;

/** Whether a verdict is about several shapes. Its time is then the weighted one, and its profile that of the first shape. */
export const isOfMany = ({ shapes = [] }: Pick<OkVerdict, "shapes">): boolean => shapes.length > 1;

/**
 * The time and the baseline of the profiled call. Of a task with several shapes, the first one is profiled. `time` is the one that prompts and
 * reports state for the whole call: an attempt's `time`, null for the verdict's own.
 */
export function profiledCall(
  { candidate, baseline, shapes = [] }: Pick<OkVerdict, "candidate" | "baseline" | "shapes">,
  time: Pick<Time, "medianUs"> | null = null,
): { candidate: Time; baseline: Time } {
  return shapes.length > 1 ? shapes[0]! : { candidate: { ...candidate, ...time }, baseline };
}

/** The problem as one line, for people and prompts. Empty for `ok`. */
export function problemOf(verdict: Verdict): string {
  return verdict.status === "ok" || verdict.shape === undefined ? problemAlone(verdict) : `on the shape ${verdict.shape}: ${problemAlone(verdict)}`;
}

function problemAlone(verdict: Verdict): string {
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
      return verdict.inputs === "hidden" ? hiddenProblem(verdict) : verdict.problem;
    case "contract_failed":
    case "unstable":
    case "timing_disagrees":
    case "below_floor":
    case "policy_violation":
      return verdict.problem;
  }
}
