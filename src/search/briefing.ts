/** The parts of a prompt that are made from attempts. Whole sources only: a kernel is never cut in the middle. */
import type { Word } from "../domain/approval.ts";
import type { Attempt } from "../domain/attempt.ts";
import type { Candidate, SourceFile } from "../domain/candidate.ts";
import { describeCeilings, describeHost } from "../domain/host.ts";
import { usText } from "../domain/measure.ts";
import type { Diagnosis } from "../domain/profile.ts";
import type { Baselines } from "../domain/protocol.ts";
import type { Policy, Role, Settings } from "../domain/settings.ts";
import type { Language, Precision, Task } from "../domain/task.ts";
import { ROOT, type Tree } from "../domain/tree.ts";
import { type Offer, offerText } from "./moves.ts";
import { rulesText, toldText } from "./rules.ts";

type Render = (name: string, values: Record<string, string>) => string;
interface About {
  settings: Settings;
  task: Task;
  /** what a person said to the run */
  told?: readonly Word[];
}

const libraryRule: Record<Settings["library"], string> = {
  "library-allowed": "Tuned library operators of torch (cuBLAS, cuDNN and the like) may be used in `forward` where they are hard to beat.",
  "custom-only": "The kernels must be your own: at most 10 % of the time may be spent in operators of torch or in libraries.",
};

/** How a tunable constant is marked in a language. */
const tuneMarks: Record<Language, { comment: string; example: string }> = {
  cuda: { comment: "//", example: "constexpr int BLOCK = 128;  // tune: BLOCK = 64 | 128 | 256" },
  cpp: { comment: "//", example: "constexpr int BLOCK = 128;  // tune: BLOCK = 64 | 128 | 256" },
  triton: { comment: "#", example: "BLOCK = 128  # tune: BLOCK = 64 | 128 | 256" },
};

export function systemText(render: Render, settings: Settings): string {
  return render("system", { device_kind: settings.target === "cuda" ? "GPU" : "CPU" });
}

/** What every role is told: the machine, the format, the reference, and its window on the tree. */
export function commonParts(
  render: Render,
  { settings, task, told = [] }: About,
  baselines: Baselines,
  tree: Tree,
  window: readonly Attempt[],
  sourceOf: (attempt: Attempt) => Candidate,
  language: Language = settings.language,
) {
  return {
    machine: [describeHost(baselines.host, settings.target), ...(baselines.ceilings ? [describeCeilings(baselines.ceilings)] : [])].join(" "),
    bundle: bundleText(render, settings, language),
    reference: task.source.trim(),
    history: historyText(window, sourceOf, settings.policy),
    rules: [toldText(told), settings.policy.guidance ? rulesText(tree) : ""].filter(Boolean).join("\n\n"),
  };
}

/** The judge's error budget (docs/judge.md) in words: without it models split operands too coarsely. */
const budget = (track: string): string =>
  `against float64, the RMS error of an output may be 3 times that of eager PyTorch in ${track}, or 32 units of its own roundoff`;
const precisionRule: Readonly<Record<Precision, string>> = {
  fp32: `fp32: ${budget("fp32")} (2e-6 of the output's RMS). Tensor cores pass with operands split into two TF32 parts and three products, or three bf16 parts and six; TF32 alone, or two bf16 parts, do not`,
  tf32: `tf32: ${budget("TF32")}; operands of fewer bits than TF32 do not pass`,
  bf16: `bf16: ${budget("bf16")}; sums are kept in fp32`,
  fp16: `fp16: ${budget("fp16")}; sums are kept in fp32`,
};

function bundleText(render: Render, settings: Settings, language: Language): string {
  const format = render(`bundle-${language}`, { precision: precisionRule[settings.precision], library: libraryRule[settings.library] });
  return settings.policy.tune === 0 ? format : `${format.trimEnd()}\n\n${render("tuning", tuneMarks[language])}`;
}

/** The prompts of a first attempt, by role, without what only the judge and the planner can say: an estimate is made from them. */
export function firstPrompts(render: Render, { settings, task }: About): { role: Role; text: string }[] {
  const files = [{ name: "reference.py", text: task.source }];
  const bare = { machine: "", bundle: bundleText(render, settings, settings.language), reference: task.source };
  const shown = { ...bare, history: "", rules: "", attempt: ROOT, status: "" };
  const system = systemText(render, settings);
  if (settings.policy.agents === "solo") return [{ role: "solo", text: system + render("solo", { ...bare, last: "", rules: "" }) }];
  const grounding = groundingParts(render, settings.policy.grounding, files);
  return [
    { role: "planner", text: system + render("planner", { ...shown, diagnosis: "", ...directionParts(null, 0), ...grounding, parts: "", partShape: "" }) },
    { role: "coder", text: system + render("coder", { ...shown, anchored: filesText(files), donor: "", rule: "" }) },
  ];
}

/** How the planner is shown the source, and how it is to mark a place in it. */
export function groundingParts(render: Render, grounding: Policy["grounding"], files: readonly SourceFile[]) {
  return grounding === "echo"
    ? { numbering: "", source: filesText(files), grounding: render("grounding-echo", {}), places: '"files": [{"name": "…", "text": "…"}]' }
    : {
        numbering: ", with line numbers",
        source: numberedText(files),
        grounding: render("grounding-lines", {}),
        places: '"anchors": [{"file": "…", "from": 1, "to": 9}]',
      };
}

const fence: Record<string, string> = { py: "python", cu: "cuda", cpp: "cpp" };
const languageOf = (name: string): string => fence[name.split(".").at(-1) ?? ""] ?? "";

/** The files in fences, each under its name. */
export function filesText(files: readonly SourceFile[]): string {
  return files.map((file) => `\`${file.name}\`:\n\`\`\`${languageOf(file.name)}\n${file.text.trimEnd()}\n\`\`\``).join("\n\n");
}

/** The files with a line number before each line, for a reader who must name ranges. */
function numberedText(files: readonly SourceFile[]): string {
  return filesText(
    files.map((file) => ({
      ...file,
      text: file.text
        .split("\n")
        .map((line, index) => `${String(index + 1).padStart(3)} ${line}`)
        .join("\n"),
    })),
  );
}

/** One line on how an attempt did. */
export function statusText(attempt: Attempt): string {
  if (attempt.id === ROOT)
    return `This is the reference itself, in eager PyTorch: ${us(attempt.time?.medianUs)}. It is not a candidate yet: the first step writes one.`;
  if (attempt.status !== "ok") return `Status: ${attempt.status}.`;
  return `Status: ok, ${us(attempt.time?.medianUs)} per call, ${attempt.speedup?.median.toPrecision(3)} times as fast as the reference.`;
}

/** History entries: how each did, its plan, what was wrong, its source. */
function historyText(window: readonly Attempt[], sourceOf: (attempt: Attempt) => Candidate, policy: Policy): string {
  if (window.length === 0) return "Nothing yet.";
  return window.map((one) => entry(one, sourceOf(one), policy)).join("\n\n");
}

function entry(attempt: Attempt, source: Candidate, { profiles }: Policy): string {
  const lines = [
    `## ${attempt.id} (grown from ${attempt.parent ?? "nothing"})`,
    statusText(attempt),
    attempt.plan ? `Plan: ${attempt.plan.strategy}. ${attempt.plan.advice}` : "",
    attempt.problem ? `Problem: ${attempt.problem}` : "",
    profiles && attempt.diagnosis ? `Profile: ${attempt.diagnosis.summary}` : "",
    filesText(source.files),
  ];
  return lines.filter((line) => line !== "").join("\n\n");
}

const boundText: Record<Exclude<Diagnosis["bound"], "unknown">, string> = {
  memory: "It is bound by moving bytes.",
  compute: "It is bound by computing.",
  latency: "It is bound by waiting: neither memory nor arithmetic is busy.",
  launch: "It is bound by launching.",
  build: "",
  correctness: "",
};

/** A diagnosis as the planner reads it. */
export function diagnosisText(diagnosis: Diagnosis): string {
  return [
    diagnosis.summary,
    diagnosis.bound === "unknown" ? "" : boundText[diagnosis.bound],
    ...diagnosis.limits.map((one) => `- ${one.what} (${one.evidence}); what usually helps: ${one.moves}`),
    diagnosis.changes ? `Against its parent: ${diagnosis.changes.join("; ")}.` : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** How a planner is kept apart from others: by the moves that it is dealt, or, where there are none, by its number alone. */
export function directionParts(offer: Offer | null, nth: number): { moves: string; diversity: string; naming: string } {
  return offer
    ? { moves: offerText(offer), diversity: "", naming: "`strategy` is the name of the move that you chose, or `other: ` and what it is in two to five words." }
    : { moves: "", diversity: diversityText(nth), naming: "`strategy` names the kind of change in two to five words." };
}

function diversityText(nth: number): string {
  const places = ["", "second ", "third ", "fourth ", "fifth "];
  return nth === 0
    ? "Take the most promising direction."
    : `The ${nth === 1 ? "most promising direction is" : `${nth} most promising directions are`} taken by others, some at this moment: take the ${places[nth] ?? "next "}most promising one, different in kind.`;
}

function us(value: number | undefined): string {
  return value === undefined ? "no time" : usText(value);
}
