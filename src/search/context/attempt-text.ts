/** Describes an attempt: result, measurements and limits. All times of a prompt come from one source. */
import { type Attempt, scoreOf } from "../../run/attempt.ts";
import { numberText, percentText, type Time, usText } from "../../domain/measure.ts";
import type { Diagnosis, KernelRow, Profile } from "../../domain/profile.ts";
import { ROOT } from "../../run/tree.ts";
import { type OkVerdict, profiledCall, type Verdict } from "../../domain/verdict.ts";
import { linesOf, type Render } from "../../domain/render.ts";

/** The largest number of listed kernels. */
const KERNELS = 5;
const MOST_OF_A_NAME = 60;
const MOST_OF_A_LINE = 220;

/** The time of an attempt in prompts, in microseconds: the reference's time divided by the speedup, as in `steadyTime`. Null for a failed attempt. */
export function toldUs(attempt: Attempt, eagerUs: number): number | null {
  const score = scoreOf(attempt);
  return score === null ? null : eagerUs / score;
}

/** The result of an attempt, in a sentence. */
export function statusText(render: Render, attempt: Attempt, eagerUs: number): string {
  const us = toldUs(attempt, eagerUs);
  if (attempt.id === ROOT) return render("phrases#status-reference", { us: usText(eagerUs) });
  if (us === null) return render("phrases#status-failed", { status: attempt.status });
  return render("phrases#status-ok", { us: usText(us), speedup: (eagerUs / us).toPrecision(3) });
}

/** The result of an attempt as a line of a list: its time, or the reason of its failure. */
export function outcomeText(attempt: Attempt, eagerUs: number): string {
  const us = toldUs(attempt, eagerUs);
  return us === null ? `${attempt.status}: ${reasonOf(attempt)}`.slice(0, MOST_OF_A_LINE) : `${usText(us)}, ${(eagerUs / us).toPrecision(3)}x`;
}

/** The line of a problem with the error. Compilers print a heading before it. */
export function reasonOf({ problem, status }: Attempt): string {
  const lines = problem.split("\n").filter((line) => line.trim() !== "");
  return (lines.find((one) => /\b(error|Error)\b/.test(one)) ?? lines[0] ?? status).trim();
}

/**
 * The measurements of a passing attempt: microseconds, registers and spills of each kernel, the time outside the kernels, and the error on
 * public inputs. On a GPU they include the host's and the device's part of a call. Facts that the verdict lacks, or that contradict the time of the call, are left out.
 * Of a task with several shapes, the time of each comes first, and the kernels are those of the first shape.
 */
export function factsText(render: Render, verdict: OkVerdict, us: number): string {
  const { profile, shapes = [] } = verdict;
  const profiledUs = profiledCall(verdict, { medianUs: us }).candidate.medianUs;
  const measured = profile ? [...kernelLines(render, profile, profiledUs), ...(profile.processor ? [] : callLines(render, profiledCall(verdict)))] : [];
  const first = shapes.length > 1 && measured.length > 0 ? [render("phrases#fact-profiled-shape", { name: shapes[0]!.name })] : [];
  return linesOf([...shapeLines(render, verdict), ...first, ...measured, ...errorLines(render, verdict)]);
}

/** The time of each shape, for a task with several. */
function shapeLines(render: Render, { shapes = [] }: OkVerdict): string[] {
  if (shapes.length < 2) return [];
  return shapes.map(({ name, candidate, speedup }) =>
    render("phrases#fact-shape", { name, us: usText(candidate.medianUs), speedup: speedup.median.toPrecision(3) }),
  );
}

/** The error on public inputs. Errors on hidden inputs are never told. */
function errorLines(render: Render, { publicErrorShare }: OkVerdict): string[] {
  return publicErrorShare === undefined ? [] : [render("phrases#fact-error", { share: percentText(publicErrorShare) })];
}

function callLines(render: Render, { candidate, baseline }: Pick<OkVerdict, "candidate" | "baseline">): string[] {
  const parts = partsOf(candidate);
  if (!parts) return [];
  const eager = partsOf(baseline);
  return [render("phrases#fact-call", { ...parts, eager: eager ? ` ${render("phrases#fact-call-eager", eager)}` : "" })];
}

function partsOf({ launchUs, deviceUs }: Time): { launch: string; device: string } | null {
  return launchUs === undefined || deviceUs === undefined ? null : { launch: usText(launchUs), device: usText(deviceUs) };
}

function kernelLines(render: Render, profile: Profile, us: number): string[] {
  const busy = profile.kernels.reduce((sum, row) => sum + row.us, 0);
  const fits = busy > 0 && busy <= us; // else the profiler's clock contradicts the judge's: shares alone are told
  const lines = profile.kernels.slice(0, KERNELS).map((row) =>
    render("phrases#fact-kernel", {
      name: shortName(row.name),
      us: fits ? `${usText(row.us)}, ` : "",
      share: percentText(row.us / (busy || 1)),
      code: codeText(row, profile),
    }),
  );
  const left = profile.kernels.length - KERNELS;
  const more = left > 0 ? [`- and ${left} more`] : [];
  return [...lines, ...more, ...(fits ? [render("phrases#fact-rest", { us: usText(Math.max(us - busy, 0.1)) })] : [])];
}

/** A kernel's name without its namespace and the types of its parameters. */
function shortName(name: string): string {
  return name
    .replace(/^void /, "")
    .replaceAll("(anonymous namespace)::", "")
    .replace(/\(.*\)( const)?$/, "")
    .slice(0, MOST_OF_A_NAME);
}

function codeText({ name, launch, calls }: KernelRow, { compiled }: Profile): string {
  const known = compiled.find((one) => one.name === name);
  const registers = launch?.registers ?? known?.registers ?? null;
  const facts = [
    calls > 1 ? `${numberText(calls)} calls` : "",
    registers === null ? "" : `${registers} registers`,
    known?.spillBytes ? `${known.spillBytes} bytes spilled` : "",
    launch ? `${launch.blocks} blocks of ${launch.threads} threads` : "",
    launch?.sharedBytes ? `${numberText(launch.sharedBytes / 1024)} KiB shared` : "",
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? "" : `; ${facts.join(", ")}`;
}

/** A diagnosis as prompt text. */
export function diagnosisText(render: Render, { summary, bound, limits, changes = [] }: Diagnosis): string {
  const isKnown = ["memory", "compute", "latency", "launch"].includes(bound);
  return render("phrases#diagnosis", {
    summary,
    bound: isKnown ? render(`phrases#bound-${bound}`, {}) : "",
    limits: linesOf(limits.map((one) => render("phrases#limit", one))),
    changes: changes.length === 0 ? "" : render("phrases#changes", { changes: changes.join("; ") }),
  });
}

/** The measurements of an attempt from its verdict; empty for one that failed. */
export function measuredText(render: Render, run: { verdict(hash: string): Verdict }, attempt: Attempt, eagerUs: number): string {
  const us = toldUs(attempt, eagerUs);
  if (attempt.verdict === null || us === null) return "";
  const verdict = run.verdict(attempt.verdict);
  return verdict.status === "ok" ? factsText(render, verdict, us) : "";
}
