/** The parts of a prompt that every role shares. The wording is in prompts/. attempt-text.ts and history.ts describe attempts. */
import type { HumanFeedback } from "../../domain/approval.ts";
import type { Candidate, SourceFile } from "../../domain/candidate.ts";
import { buildTarget, describeHost } from "../../domain/hardware.ts";
import { eagerLabel, percentText, usText } from "../../domain/measure.ts";
import type { Baselines } from "../../domain/protocol.ts";
import type { Policy, Role, Settings } from "../../domain/settings.ts";
import type { Language, Precision, Task } from "../../domain/task.ts";
import type { Attempt } from "../../run/attempt.ts";
import { ROOT, type Tree } from "../../run/tree.ts";
import { windowOf } from "./context-window.ts";
import { failuresText, feedbackText } from "./failure-rules.ts";
import { entriesText, summaryText, type Told } from "./history.ts";
import { linesOf, type Render } from "../../domain/render.ts";
import { SLOWEST_SHAPE } from "../../domain/workload.ts";
import { filesText } from "./source-text.ts";

interface About {
  settings: Settings;
  task: Task;
}

/** The input of a role: the visible tree, the current attempt, and the human feedback. */
export interface View {
  readonly role: Role;
  readonly tree: Tree;
  readonly attempt: Attempt;
  readonly label: string;
  readonly feedback: readonly HumanFeedback[];
  readonly sourceOf: (attempt: Attempt) => Candidate;
}

/** How a tunable constant is marked in a language. */
const tuneMarks: Record<Language, { comment: string; example: string }> = {
  cuda: { comment: "//", example: "constexpr int BLOCK = 128;  // tune: BLOCK = 64 | 128 | 256" },
  cpp: { comment: "//", example: "constexpr int BLOCK = 128;  // tune: BLOCK = 64 | 128 | 256" },
  triton: { comment: "#", example: "BLOCK = 128  # tune: BLOCK = 64 | 128 | 256" },
};

export function systemText(render: Render, settings: Settings): string {
  return render("system", { device_kind: settings.target === "cuda" ? "GPU" : "CPU" });
}

/** The opening of every role's prompt: the machine and the rules. */
export function settingText(render: Render, settings: Settings, baselines: Baselines, language: Language) {
  const parts = [contractText(render, settings, baselines.checks), gradientsText(render, baselines), workloadsText(render, baselines)];
  const contract = parts.filter(Boolean).join("\n\n");
  return { machine: machineText(render, settings, baselines, language), contract };
}

/** The rules of a task with gradients. Empty for another task. */
function gradientsText(render: Render, { gradients }: Baselines): string {
  return gradients ? render("gradients", { names: gradients.map(({ name }) => `\`${name}\``).join(", ") }) : "";
}

/** The shapes that the task declares: each one's share of eager's time, and its bound. Empty for a task with one shape. */
export function workloadsText(render: Render, { workloads = [] }: Baselines): string {
  if (workloads.length < 2) return "";
  const rows = workloads.map(({ name, share, eager, floorUs, inputs }) =>
    render("phrases#workload", {
      name,
      inputs: inputs.map((one) => `${one.name} ${one.dtype} [${one.shape.join(", ")}]`).join("; "),
      share: percentText(share),
      us: usText(eager.medianUs),
      floor: usText(floorUs),
    }),
  );
  return render("workloads", { rows: linesOf(rows), slowest: String(SLOWEST_SHAPE) });
}

/** The other attempts, the failure rules, and the human feedback, for one role. */
export function contextText(render: Render, settings: Settings, { eager }: Pick<Baselines, "eager">, view: View) {
  const { policy, seed } = settings;
  const { role, tree, attempt, label, feedback, sourceOf } = view;
  const telling: Told = { render, eagerUs: eager.medianUs, sourceOf };
  const lengthOf = (one: Attempt): number => filesText(sourceOf(one).files).length;
  const history =
    policy.prompts === "brief"
      ? summaryText(telling, role, tree, attempt)
      : entriesText(telling, windowOf(role, tree, attempt, policy, { seed, label }, lengthOf), policy);
  return { history, failures: policy.guidance ? failuresText(render, tree) : "", feedback: feedbackText(render, feedback) };
}

/** The reference. Empty if the prompt already shows it as the current source. */
export function referenceText(render: Render, { task }: Pick<About, "task">, attempt: { id: string }): string {
  return attempt.id === ROOT ? "" : render("phrases#reference", { source: task.source.trim() });
}

/** The time of the reference, for a prompt that shows it without an attempt. */
export const eagerText = (render: Render, { eager }: Pick<Baselines, "eager">): string => render("phrases#eager-time", { us: usText(eager.medianUs) });

/** The machine's rates, and the timing rule. */
export function machineText(
  render: Render,
  { target, precision }: Pick<Settings, "target" | "precision">,
  { host, ceilings }: Baselines,
  language: Language,
): string {
  const products = Object.entries(ceilings?.tflops ?? {}).map(([track, rate]) => `${rate?.toPrecision(3)} (${track})`);
  const read = ceilings?.readGBps ? render("phrases#rate-of-reads", { read: String(Math.round(ceilings.readGBps)) }) : "";
  const rates = ceilings ? render("phrases#rates", { copy: String(Math.round(ceilings.copyGBps)), read, products: products.join(", ") }) : "";
  const values: Record<Language, Record<string, string>> = { cuda: { arch: buildTarget(host.gpu) }, triton: { version: host.triton ?? "" }, cpp: {} };
  return render("machine", {
    host: describeHost(host, target),
    rates,
    toolchain: render(`phrases#toolchain-${language}`, values[language]),
    clock: render(`phrases#clock-${target}`, { eager: eagerLabel[precision] }),
  });
}

/** The judge's error budget (docs/judge.md) as text. Without it, models split operands too coarsely. */
function contractText(
  render: Render,
  { precision, library, target }: Pick<Settings, "precision" | "library" | "target">,
  checks?: Baselines["checks"],
): string {
  const track: Record<Precision, string> = { fp32: "fp32", tf32: "TF32", bf16: "bf16", fp16: "fp16" };
  const isHalf = precision === "bf16" || precision === "fp16";
  const budget = render(isHalf ? "phrases#budget-half" : "phrases#budget", { track: track[precision] });
  const sums = checks && checks.effects.length > 0 ? render("phrases#sums-cuda", {}) : "";
  const split = target === "cuda" ? `${render("phrases#split-cuda", {})}${sums}` : ""; // a CPU has no tensor cores
  const allowed = library === "library-allowed" ? render(`phrases#library-allowed-${target}`, {}) : render("phrases#custom-only", {});
  const rule = render(`phrases#precision-${precision}`, precision === "fp32" ? { budget, split } : { budget });
  return render("contract", { precision: rule, library: allowed, varied: variedText(render, checks) });
}

/** The arguments that the judge varies beside the distributions, by name. Their values stay hidden. */
function variedText(render: Render, checks: Baselines["checks"]): string {
  const names = Object.entries(checks?.arguments ?? {}).flatMap(([name, how]) => (how.length > 0 ? `\`${name}\`` : []));
  return names.length > 0 ? render("phrases#varied", { arguments: names.join(", ") }) : "";
}

/** The contract of a candidate and the format of its files, for the coder. */
export const candidateFormat = (render: Render, on: Pick<Settings, "language" | "precision" | "library" | "target">): string =>
  [contractText(render, on), bundleText(render, { policy: { tune: 1 } }, on.language, true)].join("\n\n");

/**
 * The files of a candidate, for roles that write them. `marks`: constants may be marked for tuning. First kernels are written without. A sweep
 * takes as long as the verdicts of several kernels. Most first kernels stay behind (docs/results/search.md, "With its tuning, on a CPU").
 */
export function bundleText(render: Render, settings: { policy: Pick<Policy, "tune"> }, language: Language, marks: boolean): string {
  const format = render(`bundle-${language}`, {});
  return settings.policy.tune === 0 || !marks ? format : `${format}\n\n${render("tuning", tuneMarks[language])}`;
}

/** The coder's reply format: whole files, or only the changed functions. */
export function filesRule(render: Render, { prompts }: Policy, hasFiles: boolean): string {
  return prompts === "brief" && hasFiles ? render("units", {}) : render("phrases#files-whole", {});
}

/** The source in the planner's prompt, and the way to mark a place in it. */
export function groundingParts(render: Render, grounding: Policy["grounding"], files: readonly SourceFile[], hasParts = false) {
  const source = render("phrases#source", { files: filesText(files) });
  const part = hasParts ? '"part": "…", ' : "";
  return grounding === "echo"
    ? { source, grounding: render("grounding-echo", {}), shape: `${part}"files": [{"name": "…", "text": "…"}]` }
    : { source, grounding: render("grounding-quotes", {}), shape: `${part}"anchors": [{"file": "…", "from": "…", "to": "…"}], "whole": false` };
}

/** The prompts of a first attempt, by role, without results of judge and planner. The cost estimate uses them. */
export function firstPrompts(render: Render, { settings, task }: About): { role: Role; text: string }[] {
  const { policy, language } = settings;
  const contract = contractText(render, settings);
  const reference = render("phrases#reference", { source: task.source.trim() });
  const bare = { machine: "", contract, history: "", failures: "", feedback: "", reference: "" };
  const bundle = bundleText(render, settings, language, false);
  const system = systemText(render, settings);
  if (policy.agents === "solo" || policy.firstRound > 0) {
    const { history: _, ...rest } = bare;
    return [{ role: "solo", text: system + render("solo", { ...rest, reference, bundle, eager: "", last: "", approach: "", blocks: "", task: "" }) }];
  }
  const files = [{ name: "reference.py", text: task.source }];
  const shown = { ...bare, attempt: ROOT, status: "", facts: "" };
  const planned = { ...groundingParts(render, policy.grounding, files), diagnosis: "", parts: "", techniques: "", diversity: "", naming: "" };
  return [
    { role: "planner", text: system + render("planner", { ...shown, ...planned }) },
    {
      role: "coder",
      text:
        system +
        render("coder", {
          ...bare,
          attempt: ROOT,
          status: "",
          bundle,
          plan: "",
          anchored: filesText(files),
          secondParent: "",
          blocks: "",
          rule: "",
          files: "",
        }),
    },
  ];
}
