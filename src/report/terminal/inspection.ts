/** One attempt in full, as terminal text: plan, source, prompts, replies and verdicts. */
import type { Attempt } from "../../run/attempt.ts";
import type { SourceFile } from "../../domain/candidate.ts";
import { type OkVerdict, problemOf, type Verdict } from "../../domain/verdict.ts";
import type { Exchange } from "../run/exchange.ts";
import { digits, duration, percent, plural, ratio, time } from "../format.ts";
import { words } from "../run/notes.ts";
import { kernelBenchSays } from "../run/kernelbench.ts";
import { floorText } from "../run/floor.ts";
import { uncountedText } from "../run/uncounted.ts";
import { printable } from "./summary.ts";

/** An attempt with all that belongs to it, as `inspect --json` prints it. */
export interface Inspected {
  attempt: Attempt;
  /** why selection expanded its parent; null for the reference and for repairs */
  why: string | null;
  files: readonly SourceFile[];
  /** the search's verdict; null if the judge was not asked */
  verdict: Verdict | null;
  /** of the measurement in a fresh process; null without one */
  promotion: Verdict | null;
  exchanges: readonly Exchange[];
}

/** A verdict for people and agents. A failure on hidden inputs shows only its status. */
export function disclosed(verdict: Verdict): Verdict {
  return "inputs" in verdict && verdict.inputs === "hidden" ? { ...verdict, problem: problemOf(verdict) } : verdict;
}

/**
 * Sections with headings, empty ones left out; text from models cannot move the cursor. `searched` is the search's verdict with the attempt's
 * own time and speedup (`searchedOf`): each section states the same figures for one measurement.
 */
export function renderInspection({ attempt, why, files, verdict, promotion, exchanges }: Inspected, searched: OkVerdict | null): string {
  const sections: (readonly [string, string])[] = [
    [headline(attempt), [why && `chosen because: ${why}`, attempt.explanation].filter(Boolean).join("\n")],
    ["plan", inspectedPlan(attempt)],
    ["building blocks", attempt.blocks ? `shown: ${listed(attempt.blocks.shown)}\nbuilt from: ${listed(attempt.blocks.used)}` : ""],
    ["problem", attempt.problem],
    ["diagnosis", [diagnosisText(attempt), uncountedText(attempt.diagnosis, verdict)].filter(Boolean).join("\n")],
    ["verdict of the search", verdict ? verdictText(verdict, searched) : ""],
    ["verdict of the promotion", promotion ? verdictText(promotion) : ""],
    ["profile", profileText(verdict)],
    ...files.map(({ name, text }) => [name, text] as const),
    ...exchanges.flatMap(({ call, prompt, reply }) => [[`prompt ${call}`, prompt] as const, [`reply ${call}`, reply] as const]),
  ];
  const shown = sections.filter(([, text], index) => index === 0 || text.trim() !== "");
  return printable(`${shown.map(([title, text]) => `=== ${title} ===\n${text.trim()}`.trim()).join("\n\n")}\n`);
}

const listed = (names: readonly string[]): string => names.join(", ") || "none";

function headline({ id, parent, round, role, status, time: taken, speedup }: Attempt): string {
  const from = parent === null ? "" : `, ${role} on ${parent} in round ${round}`;
  return `${id}: ${words(status)}${taken ? `, ${time(taken)}` : ""}${speedup ? `, ${ratio(speedup)} against eager` : ""}${from}`;
}

function inspectedPlan({ plan }: Attempt): string {
  if (plan === null) return "";
  const anchors = plan.anchors.map(({ file, from, to }) => `${file}:${from}-${to}`).join(", ");
  return [
    `${plan.strategy}: ${plan.advice}`,
    anchors && `lines: ${anchors}`,
    plan.part && `part: ${plan.part}`,
    plan.secondParent && `takes over: ${plan.secondParent}`,
  ]
    .filter(Boolean)
    .join("\n");
}

function diagnosisText({ diagnosis }: Attempt): string {
  if (diagnosis === null) return "";
  return [
    `${diagnosis.bound}: ${diagnosis.summary}`,
    ...diagnosis.limits.map(({ what, evidence, techniques }) => `- ${what} (${evidence}): ${techniques}`),
  ].join("\n");
}

/** `told` has the figures to state, where they are not those of the verdict. */
function verdictText(verdict: Verdict, told: OkVerdict | null = null): string {
  const stages = Object.entries(verdict.seconds).map(([stage, seconds]) => `${stage} ${digits(seconds)} s`);
  const lines = [`isolation ${verdict.isolation.level}; ${stages.join(", ")}`];
  if (verdict.status !== "ok") return [`${words(verdict.status)}: ${problemOf(verdict)}`, ...lines].join("\n");
  const { comparison, noiseBand, rivals, checkedCalls, errorShare, deterministic } = verdict;
  const [measured, stated] = [figuresText(verdict), figuresText(told ?? verdict)];
  return [
    `ok: ${stated}: ${comparison}, noise band ${percent(noiseBand)}`,
    ...(measured === stated ? [] : [`as timed: ${measured}; above it is converted to the eager of the whole run`]),
    ...rivals.map(({ name, speedup: over, note }) => `${over ? ratio(over) : `not measured (${note})`} against ${name}`),
    `${plural(checkedCalls, "call")} checked, largest error ${percent(errorShare)} of its budget, ${deterministic ? "the same bits twice" : "not the same bits twice"}`,
    ...(verdict.kernelbench ? [`KernelBench's evaluator ${kernelBenchSays(verdict.kernelbench)}`] : []),
    ...lines,
  ].join("\n");
}

/** "4.07 ms [3.05, 7.12], 3.41x [2.60, 4.46] against eager (13.9 ms [12.5, 15.0])" */
const figuresText = ({ candidate, speedup, baseline }: OkVerdict): string => `${time(candidate)}, ${ratio(speedup)} against eager (${time(baseline)})`;

function profileText(verdict: Verdict | null): string {
  const profile = verdict?.status === "ok" ? verdict.profile : null;
  if (!profile) return "";
  const compiled = profile.compiled.map(
    ({ name, registers, spillBytes, sharedBytes }) =>
      `${name}: ${registers ?? "?"} registers, ${spillBytes ?? "?"} B spilled, ${sharedBytes ?? "?"} B shared memory`,
  );
  return [
    floorText("memory", profile),
    ...(profile.work ? [floorText("compute", profile)] : []),
    ...profile.kernels.map(({ name, calls, us, share }) => `${percent(share).padStart(7)}  ${duration(us)} in ${plural(calls, "call")}: ${name}`),
    ...compiled,
    ...profile.remarks,
  ].join("\n");
}
