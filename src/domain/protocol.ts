import { z } from "zod";
import { Candidate, normalized, SourceFile } from "./candidate.ts";
import { Gate } from "./gate.ts";
import { Host, placeOf } from "./hardware.ts";
import { Alternative, AlternativeName, besideEager, type RunBaseline, Time } from "./measure.ts";
import { Floor, KernelRow } from "./profile.ts";
import { Precision, Target, Task, TensorSpec } from "./task.ts";
import { Tier, Verdict } from "./verdict.ts";
import { Workload } from "./workload.ts";

/**
 * The wire between the search and the judge: one JSON object per line, jobs in, replies out in any order.
 * These schemas are its only definition.
 */
export const PROTOCOL = 3;

const job = <K extends string, T extends z.ZodRawShape>(kind: K, shape: T) =>
  z.object({ protocol: z.literal(PROTOCOL), id: z.string().regex(/^[\w-]+$/), kind: z.literal(kind), ...shape });

/** The library policy: whose kernels may take the time. The launched kernels decide. */
export const Library = z.enum(["library-allowed", "custom-only"]);

/** The names in a verdict's `unproven`: rare conditions on which an accepted candidate may be wrong, unless the job requires them. */
export const Requirable = z.enum(["nan", "inf", "overflow", "tiny", "train", "eval", "buffers", "strides", "offset", "race", "argument", "values"]);

/** One distribution of inputs, with the result of its admission. */
export const Distribution = z.object({
  distribution: z.string(),
  usable: z.boolean(),
  vacuous: z.array(z.string()).describe("answers that were not computed from the input and would pass"),
  precisionBlind: z.boolean().describe("operands of the next lower precision would pass"),
  note: z.string(),
});

const onTask = { task: Task, target: Target, precision: Precision };

/** The alternative baselines before a search. They are ready in seconds. */
export const quickAlternativesOn: Record<Target, AlternativeName[]> = { cuda: ["compile", "tf32"], cpu: ["compile"] };

/** The alternative baselines of a winner. max-autotune takes a minute to build. */
export const alternativesOn: Record<Target, AlternativeName[]> = { cuda: ["compile", "max-autotune", "tf32"], cpu: ["compile"] };

/** A library call that gives the reference's answer, as a program: PyTorch's operator for what the task computes by several. */
export const LibraryCall = z.object({
  name: z.string().describe("of the call, such as F.softmax"),
  source: z.string().describe("a Python file with ModelNew"),
});

/** What a series judges again: of the candidates that were faster than the first one, the best share, at a longer tier. */
export const SecondLook = z.object({
  tier: Tier,
  oneIn: z.number().int().min(1).describe("of how many judged candidates one is judged again, rounded up"),
  most: z.number().int().min(1),
});

export const Job = z.discriminatedUnion("kind", [
  job("probe", {}),
  job("prepare", {
    ...onTask,
    baselines: z.array(AlternativeName).describe("what to measure beside eager, where it can run"),
    libraryCalls: z.boolean().optional().describe("find the library calls that give the reference's answer"),
  }),
  job("evaluate", {
    ...onTask,
    candidate: Candidate,
    tier: Tier,
    baselines: z.array(AlternativeName),
    library: Library,
    require: z.array(Requirable).optional().describe("what an accepted candidate must be right on as well"),
    explain: z.boolean().optional().describe("for a person, never in a search: name what is wrong on public inputs and on fresh hidden draws"),
    counters: z.boolean().optional().describe("read the hardware's counters as well, where they can be had: some seconds more"),
    rareChecks: z
      .boolean()
      .optional()
      .describe("look for rare conditions on which the candidate is wrong, as promotion always does; of no use at the tier of a sweep"),
  }),
  job("series", {
    ...onTask,
    candidates: z.array(Candidate).min(1).describe("judged on one device, some being built while one is timed"),
    tier: Tier,
    baselines: z.array(AlternativeName),
    library: Library,
    require: z.array(Requirable).optional(),
    counters: z.boolean().optional().describe("as in evaluate, for the first looks"),
    seconds: z.number().positive().optional().describe("seconds of the judge's work after which it begins no other candidate"),
    again: SecondLook.optional(),
  }),
  job("gates", {
    ...onTask,
    package: z
      .string()
      .regex(/^[A-Za-z_]\w*$/)
      .describe("name of an exported operator's package"),
    files: z.array(SourceFile).min(1).describe("of the package, its tests among them; they run confined as a candidate does"),
  }),
]);
export type Job = z.infer<typeof Job>;

/** A job without its id. The id is a hash of the content, so equal jobs are sent once. */
export type Question = Job extends infer J ? (J extends Job ? Omit<J, "id" | "protocol"> : never) : never;

/** What identifies a question. Candidates that differ only in comments are one question. */
export function identityOf(question: Question): object {
  if (question.kind === "series") return { ...question, candidates: question.candidates.map(normalized) };
  return question.kind === "evaluate" ? { ...question, candidate: normalized(question.candidate) } : question;
}

export const Baselines = z.object({
  host: Host,
  inputs: z.array(TensorSpec),
  outputs: z.array(TensorSpec),
  parameters: z.array(TensorSpec),
  gradients: z
    .array(TensorSpec)
    .optional()
    .describe("of a task with backward = True: the inputs and parameters whose gradients are checked. A call is then forward and backward"),
  eager: Time,
  workloads: z
    .array(Workload)
    .optional()
    .describe("the shapes that the task declares, heaviest first. `inputs` are those of the first one; times, floors and FLOPs are weighted means over all"),
  noiseBand: z.number().optional().describe("the share within which the search does not tell times apart: from two processes of eager"),
  promotionPairs: z.number().int().optional().describe("pairs of fresh processes that promotion times; older judges did not tell it"),
  rivals: z.array(Alternative).describe("speedup = eager / rival, interleaved"),
  admission: z.array(Distribution).describe("the task's own inputs first, then the hidden distributions"),
  checks: z
    .object({
      rows: z.enum(["independent", "mixed"]),
      specialRows: z.record(z.string(), z.string()).describe("each kind of special row, and why it is not checked; empty where it is"),
      rareRows: z.record(z.string(), z.string()),
      extremes: z
        .string()
        .optional()
        .describe("why large parameters and extreme numbers beside special rows are not checked. Empty where they are. Absent if the task has none"),
      arguments: z.record(z.string(), z.array(z.string())).describe("each argument, and how it is varied"),
      sameInEveryDraw: z.array(z.string()).describe("arguments and buffers, as the verdict names them"),
      parameters: z.array(z.string()).describe("what the third state of parameters varies"),
      effects: z.array(z.string()).describe("inputs and buffers that a call writes"),
    })
    .optional()
    .describe("what is varied beside the distributions"),
  timedOn: z.string().describe("the distribution of public and timed calls"),
  precisionBlind: z.boolean(),
  ...Floor.shape,
  ceilings: z
    .object({
      copyGBps: z.number(),
      readGBps: z.number().optional().describe("bytes read per second of a large sum"),
      tflops: z.partialRecord(Precision, z.number()),
    })
    .optional()
    .describe("the most that this device was seen to do: a large copy, a large sum, large random matrix products by the library"),
  operators: z.array(KernelRow).describe("the reference by operator, slowest first"),
  libraryCalls: z.array(LibraryCall).optional().describe("only where the job asks for them. Whether a candidate's checks and clock take one is not known yet"),
  seconds: z.number(),
});
export type Baselines = z.infer<typeof Baselines>;

/** The baseline that a run's speedups are compared by (`steadySpeedup`). */
export const runBaseline = ({ eager, noiseBand, host }: Baselines, target: Target): RunBaseline => ({ eager, noiseBand, place: placeOf(host, target) });

/** The alternative baselines that have a time: what their ratio to eager means for eager's time in these baselines. */
export const rivalTimes = ({ eager, rivals }: Pick<Baselines, "eager" | "rivals">): { name: AlternativeName; time: Time }[] =>
  rivals.flatMap((one) => {
    const time = besideEager(one, eager);
    return time ? [{ name: one.name, time }] : [];
  });

export const Reply = z.discriminatedUnion("kind", [
  z.object({ id: z.string(), kind: z.literal("host"), host: Host }),
  z.object({ id: z.string(), kind: z.literal("prepared"), baselines: Baselines }),
  z.object({ id: z.string(), kind: z.literal("verdict"), verdict: Verdict }),
  z.object({
    id: z.string(),
    kind: z.literal("series"),
    verdicts: z.array(Verdict.nullable()).describe("in the order of the candidates; null where none was begun"),
    again: z
      .array(z.object({ candidate: z.number().int().describe("its place, from 0"), verdict: Verdict }))
      .describe("the second looks, best first look first"),
  }),
  z.object({
    id: z.string(),
    kind: z.literal("gates"),
    gates: z.array(Gate).describe("as the package's process tells; the verdict on the package is what shows that it is right"),
    problem: z.string().describe("why the tests did not come to their end; else empty"),
  }),
  z.object({
    id: z.string(),
    kind: z.literal("rejected"),
    reason: z.string().describe("the job cannot be done as asked: a bad task, no such device, no compiler"),
    remedy: z.string(),
    degenerate: z.boolean().default(false).describe("the task is such that nothing could be shown of any candidate"),
  }),
  z.object({ id: z.string(), kind: z.literal("broken"), reason: z.string().describe("the judge itself failed; the same job may succeed later") }),
]);
export type Reply = z.infer<typeof Reply>;
