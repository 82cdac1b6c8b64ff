/** The baselines that a kernel was measured against, the strongest first: eager, the judge's alternatives, and incumbents. */
import { isSamePlace } from "../../domain/hardware.ts";
import { type JudgedIncumbent, whyLeftOut } from "../../domain/incumbent.ts";
import { alternativeLabel, eagerLabel, type Ratio, throughEager, type Time, timeByRatio } from "../../domain/measure.ts";
import type { Precision } from "../../domain/task.ts";
import { headlineOf, type OkVerdict } from "../../domain/verdict.ts";
import { sentence } from "../format.ts";
import { placeText } from "./places.ts";

/** One baseline. `speedup`: its time over the kernel's. `time`: eager's as timed beside the kernel; of the others what `speedup` means for the kernel's time. */
export interface Baseline {
  readonly kind: "eager" | "alternative" | "incumbent";
  readonly label: string;
  readonly time: Time | null;
  readonly speedup: Ratio;
  /** whether it keeps the task's precision: eager with TF32 on the fp32 track is shown, but leads no report */
  readonly leads: boolean;
}

/** Eager alone, where no verdict tells of others. */
export const eagerAlone = (speedup: Ratio, precision: Precision): Baseline => ({
  kind: "eager",
  label: eagerLabel[precision],
  time: null,
  speedup,
  leads: true,
});

/** All baselines of a verdict on a precision track, the strongest first. Incumbents count that were measured at the verdict's own tier. */
export function baselinesOf(verdict: OkVerdict, precision: Precision, incumbents: readonly JudgedIncumbent[] = []): Baseline[] {
  const eager = { ...eagerAlone(verdict.speedup, precision), time: verdict.baseline };
  const other = (about: Pick<Baseline, "kind" | "label" | "leads">, timed: Time | null, speedup: Ratio): Baseline => ({
    ...about,
    time: timed && timeByRatio(timed, verdict.candidate, speedup),
    speedup,
  });
  const alternatives = verdict.rivals.flatMap(({ name, time, speedup }) =>
    speedup ? [other({ kind: "alternative", label: alternativeLabel[name], leads: name !== "tf32" }, time, speedup)] : [],
  );
  const theirs = incumbents.flatMap(({ name, verdict: own }) =>
    own?.status === "ok" && own.tier === verdict.tier
      ? [other({ kind: "incumbent", label: name, leads: true }, own.candidate, throughEager(verdict.speedup, own.speedup))]
      : [],
  );
  return [eager, ...alternatives, ...theirs].toSorted((a, b) => a.speedup.median - b.speedup.median);
}

/** The fastest baseline that leads a report. */
export const strongestOf = (baselines: readonly Baseline[]): Baseline | null => baselines.find(({ leads }) => leads) ?? null;

/** What the figures of `torch.compile` and its like beside a kernel rest on: one note for all of them, or none. */
export function alternativeNotes(baselines: readonly Baseline[]): string[] {
  const names = baselines.filter(({ kind }) => kind === "alternative").map(({ label }) => label);
  if (names.length === 0) return [];
  return [
    `Timed against eager once for this task and host, maybe in an earlier session: ${names.join("; ")}. The ratio to the kernel follows from both ratios to eager, and a time beside it from that ratio.`,
  ];
}

/** What a reader must know about incumbents: which are left out, what the ratio to the others means, and which ran on another device. */
export function incumbentNotes(incumbents: readonly JudgedIncumbent[], verdict: OkVerdict | null): string[] {
  const brief = incumbents.filter(({ verdict: own }) => verdict && own?.status === "ok" && own.tier !== verdict.tier);
  const out = [
    ...incumbents.flatMap((one) => whyLeftOut(one) ?? []).map(sentence),
    ...brief.map(({ name, problem }) => `The incumbent ${name} is left out: it was not measured again with the kernel${problem && `: ${headlineOf(problem)}`}`),
  ];
  const counted = incumbents.filter(({ verdict: own }) => own?.status === "ok" && own.tier === verdict?.tier);
  if (!verdict || counted.length === 0) return out;
  const away = counted.filter((one) => !isSamePlace(one.verdict?.place, verdict.place));
  return [
    ...out,
    `Incumbents are not timed beside the kernel: each was timed against eager, as the kernel was. The ratio follows from the two, and its interval combines both.`,
    ...away.map(({ name, verdict: own }) => `The incumbent ${name} was timed on ${placeText(own?.place)}, and the kernel on ${placeText(verdict.place)}.`),
  ];
}
