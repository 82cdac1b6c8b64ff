/** The tools that work without a model: evaluate, profile and tune. They report the same facts that the agents of a search get. */
import { join } from "node:path";
import { z } from "zod";
import type { Flags } from "../config/flags.ts";
import { gpuFor } from "../domain/hardware.ts";
import { eagerLabel, usText } from "../domain/measure.ts";
import { Library, quickAlternativesOn, Requirable } from "../domain/protocol.ts";
import { Language, Precision, Target } from "../domain/task.ts";
import { problemOf, unprovenText, type OkVerdict, type Verdict } from "../domain/verdict.ts";
import { judgeSubject, readSubject, readTaskUnderRules, type Subject, type TaskUnderRules, withJudge } from "../operations/judging.ts";
import { tuneSubject, tuningIn } from "../operations/tune.ts";
import { ratio } from "../report/format.ts";
import { tunedTable, tunedText } from "../report/run/tuned.ts";
import { printable } from "../report/terminal/summary.ts";
import { diagnosisText } from "../search/context/attempt-text.ts";
import { candidateFormat, machineText, workloadsText } from "../search/context/briefing.ts";
import { diagnose, diagnoseReference } from "../search/diagnosis/diagnosis.ts";
import type { Judge } from "../tools/judge/client.ts";
import { renderPrompt } from "../tools/model/prompt.ts";
import { expectPlace, writeWhole } from "../tools/system/files.ts";
import { expectBelow } from "./places.ts";
import type { ServerContext } from "./context.ts";
import { type Answer, type Call, type ListedTool, tool } from "./tool.ts";

/** The arguments of every tool about a task. */
export const rules = {
  task: z.string().min(1).describe("path of a Python file with Model, get_inputs and get_init_inputs (KernelBench's contract)"),
  target: Target.optional().describe("cuda or cpu; default: cuda where the judge has a GPU, else cpu"),
  language: Language.optional().describe("what the candidate is written in; default: cuda on cuda, cpp on cpu"),
  precision: Precision.optional().describe("the arithmetic that baseline and candidate may use; default: fp32"),
  library: Library.optional().describe("custom-only: at most 10 % of the time in kernels that are not the candidate's own"),
  require: z.array(Requirable).min(1).optional().describe("what a kernel must also be right on, or it is wrong; default: the verdict names it as not proven"),
};
/** The names of `require` as the flag of the command line has them: one text. */
export const requireFlag = (names: readonly string[] | undefined): { require?: string } => (names ? { require: names.join(",") } : {});
const candidate = z.string().min(1).describe("path of one Python file with ModelNew, or of a folder with model_new.py and kernel.cu or kernel.cpp");
const judged = z.strictObject({ ...rules, candidate });
const READS = { readOnlyHint: true, openWorldHint: false };

/** evaluate, profile and tune. */
export const judgeTools = (context: ServerContext): ListedTool[] => [
  tool("evaluate", {
    title: "Judge a kernel",
    description:
      "Builds a candidate, checks its outputs on fresh secret inputs against float64, and times it beside eager PyTorch. Returns the verdict. A failure on hidden inputs is reported without details.",
    input: z.strictObject({ ...judged.shape, full: z.boolean().default(false).describe("measure longer, and against torch.compile too") }),
    annotations: READS,
    run: async ({ full, ...given }, call) =>
      withSubject(context, call, "evaluate", given, async (judge, subject) =>
        verdictAnswer(await judgeSubject(judge, subject, full ? "promotion" : "search", { rareChecks: true }), subject.on.precision),
      ),
  }),
  tool("profile", {
    title: "Explain the speed of a kernel",
    description:
      "Judges a candidate, reads its profile, and says what limits it and what usually helps. Without a candidate: what the reference spends its time on, the machine, and the format of a candidate.",
    input: judged.partial({ candidate: true }),
    annotations: READS,
    run: async ({ candidate: path, ...given }, call) =>
      path === undefined ? profileReference(context, call, given) : withSubject(context, call, "profile", { ...given, candidate: path }, profileCandidate),
  }),
  tool("tune", {
    title: "Tune the marked constants of a kernel",
    description:
      "Judges a candidate at several values of the constants that it marks, for example: constexpr int BLOCK = 128;  // tune: BLOCK = 64 | 128 | 256. Writes the fastest setting if it is surely faster.",
    input: z.strictObject({
      ...judged.shape,
      settings: z.number().int().min(1).max(256).optional().describe("settings to try beside the source's own; default 16"),
      seconds: z.number().positive().optional().describe("seconds of the judge's work after which no other setting is begun; default 60"),
      seed: z.number().int().min(0).optional().describe("seed of the draw of settings; default 0"),
      output: z.string().min(1).optional().describe("folder for the tuned candidate, below the folder where the server was started"),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    run: async (given, call) => await tuneCandidate(context, call, given),
  }),
];

type Given = Omit<Flags, "require"> & { task: string; require?: readonly string[] | undefined };

const flagsOf = ({ worker, config }: ServerContext, { task: _task, require, ...flags }: Given) => ({
  ...flags,
  ...requireFlag(require),
  ...(worker !== undefined && { worker }),
  ...(config !== undefined && { config }),
});

async function withSubject(
  context: ServerContext,
  { signal, say }: Call,
  purpose: string,
  { candidate: path, ...given }: Given & { candidate: string },
  work: (judge: Judge, subject: Subject) => Promise<Answer>,
): Promise<Answer> {
  const subject = await readSubject(given.task, path, flagsOf(context, given));
  say("the judge builds, checks and times it");
  return await withJudge({ open: context.open, signal }, subject.worker, purpose, async (judge) => work(judge, subject));
}

/** A verdict as text, in the words of the prompts. For hidden inputs it reports only the failure. */
function verdictAnswer(verdict: Verdict, precision: Precision, more: readonly string[] = []): Answer {
  const problem = printable(problemOf(verdict));
  const passed = verdict.status === "ok" ? passedText(verdict, precision) : [];
  const text = [statusOf(verdict), ...passed, problem && `Problem: ${problem}`, ...more].filter(Boolean).join("\n");
  return { text, data: verdict.status === "ok" ? { status: "ok", ...numbersOf(verdict) } : { status: verdict.status, problem } };
}

/** The result of a candidate, as the prompts phrase it. */
const statusOf = (verdict: Verdict): string =>
  verdict.status === "ok"
    ? renderPrompt("phrases#status-ok", { us: usText(verdict.candidate.medianUs), speedup: verdict.speedup.median.toPrecision(3) })
    : renderPrompt("phrases#status-failed", { status: verdict.status });

const passedText = ({ speedup, comparison, isolation, rivals, unproven }: OkVerdict, precision: Precision): string[] => [
  `Against ${eagerLabel[precision]}: ${ratio(speedup)}, ${comparison}. Isolation ${isolation.level}.`,
  ...rivals.flatMap(({ name, speedup: over }) => (over ? [`Against ${name}: ${ratio(over)}.`] : [])),
  ...(unproven?.length ? [`Not proven: ${unprovenText(unproven)}.`] : []),
];

const numbersOf = ({ candidate: { medianUs }, baseline, speedup: { median, low, high }, comparison }: OkVerdict) => ({
  medianUs,
  eagerMedianUs: baseline.medianUs,
  speedup: { median, low, high },
  comparison,
});

async function profileCandidate(judge: Judge, subject: Subject): Promise<Answer> {
  const verdict = await judgeSubject(judge, subject, "search", { counters: true });
  if (verdict.status !== "ok") return verdictAnswer(verdict, subject.on.precision);
  const diagnosis = diagnose(renderPrompt, verdict, null, gpuFor(subject.on.target, await judge.probe()));
  return verdictAnswer(verdict, subject.on.precision, [printable(diagnosisText(renderPrompt, diagnosis))]);
}

async function profileReference(context: ServerContext, { signal, say }: Call, given: Given): Promise<Answer> {
  const subject: TaskUnderRules = await readTaskUnderRules(given.task, flagsOf(context, given));
  const { task, on, worker } = subject;
  const { target, precision } = on;
  say("the judge measures the reference");
  return await withJudge({ open: context.open, signal }, worker, "profile", async (judge) => {
    const baselines = await judge.prepare({ task, target, precision, baselines: quickAlternativesOn[target] });
    const { eager } = baselines;
    const text = [
      renderPrompt("phrases#status-reference", { us: usText(eager.medianUs) }),
      machineText(renderPrompt, on, baselines, on.language),
      ...[workloadsText(renderPrompt, baselines)].filter(Boolean),
      diagnosisText(renderPrompt, diagnoseReference(renderPrompt, baselines)),
      candidateFormat(renderPrompt, on),
    ].join("\n\n");
    return { text: printable(text), data: { status: "reference", eagerMedianUs: eager.medianUs } };
  });
}

interface TuneInput extends Given {
  candidate: string;
  settings?: number | undefined;
  seconds?: number | undefined;
  output?: string | undefined;
}

async function tuneCandidate(
  context: ServerContext,
  call: Call,
  { settings, seconds, seed, output, ...given }: Omit<TuneInput, "seed"> & { seed?: number | undefined },
) {
  if (output !== undefined) expectBelow(output);
  if (output !== undefined) expectPlace(output, "folder");
  return await withSubject(context, call, "tune", given, async (judge, subject) => {
    const tuning = tuningIn(subject, given.candidate);
    const result = await tuneSubject(judge, subject, tuning, { settings, seconds: seconds ?? null, seed }, (_verdict, count) =>
      call.say(`${count} settings judged`),
    );
    if ("status" in result) return verdictAnswer(result, subject.on.precision);
    const { own, tuned, best } = result;
    if (best && output !== undefined) for (const file of best.files) writeWhole(join(output, file.name), file.text);
    const kept = output === undefined ? null : `Nothing was written to ${output}: the kernel stays as it is.`;
    const written = best ? (output === undefined ? "Not written: name a folder with output." : `Wrote ${output}.`) : kept;
    const { text, data } = verdictAnswer(best?.verdict ?? own, subject.on.precision, [tunedTable(tuned), tunedText(tuned), ...(written ? [written] : [])]);
    return { text, data: { ...data, change: tuned.change, gain: tuned.gain, settings: tuned.settings } };
  });
}
