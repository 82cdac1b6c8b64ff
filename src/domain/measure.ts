import { z } from "zod";
import { isSamePlace, type Place } from "./hardware.ts";
import type { Precision } from "./task.ts";

const interval = { low: z.number(), high: z.number(), samples: z.number().int() };

/**
 * The time per call in a chain: the median and its 95 % interval, in microseconds. On a GPU also the host's time per call
 * (launch) and the device's: a call takes the longer of the two. The device's is left out where it is not known.
 */
export const Time = z.object({
  medianUs: z.number().positive(),
  lowUs: z.number(),
  highUs: z.number(),
  samples: z.number().int(),
  launchUs: z.number().nonnegative().optional(),
  deviceUs: z.number().nonnegative().optional(),
});
export type Time = z.infer<typeof Time>;

/** Formats microseconds for prompts and state: four digits, never in exponent form. */
export const usText = (us: number): string => `${us < 1e4 ? us.toPrecision(4) : Math.round(us)} us`;

/** Formats a fraction from 0 to 1 as "41 %", for prompts, traces and state. */
export const percentText = (share: number): string => `${Math.round(share * 100)} %`;

/** Formats a number with at most three digits and without trailing zeros: "0.5", "12.3". */
export const numberText = (value: number): string => Number(value.toPrecision(3)).toString();

/** A ratio of two times measured in interleaved blocks (baseline / candidate), with a 95 % t interval over blocks or pairs of processes; `median` is the estimate itself. */
export const Ratio = z.object({ median: z.number().positive(), ...interval });
export type Ratio = z.infer<typeof Ratio>;

/**
 * The ratio of two programs that were each timed against eager, from their two speedups over it. The two measurements are independent, so
 * the widths of their intervals add as squares.
 */
export function throughEager(over: Ratio, under: Ratio): Ratio {
  const reach = Math.hypot(...[over, under].map(({ low, high }) => Math.log(high / low) / 2));
  const median = over.median / under.median;
  return { median, low: median * Math.exp(-reach), high: median * Math.exp(reach), samples: Math.min(over.samples, under.samples) };
}

/** The baseline of a whole run, and the share by which two processes of it may differ. A judge of an earlier release does not tell it. */
export interface RunBaseline {
  readonly eager: Time;
  readonly noiseBand?: number | undefined;
  readonly place?: Place | null;
}

/**
 * The speedup that attempts are ranked by. `speedup` rests on the baseline of its minute, which was `baseline`. `eager` is the baseline
 * of the whole run, and `noiseBand` what two processes of it differ by. As far as the two baselines differ within this band, the difference is
 * chance and left out: candidates are then compared by their own times. What goes beyond it changed both sides, and stays corrected.
 * Baselines of two places are not compared.
 */
export function steadySpeedup(measured: { speedup: Ratio; baseline: Time; place?: Place | undefined }, { eager, noiseBand = 0, place }: RunBaseline): Ratio {
  const { speedup, baseline } = measured;
  const most = isSamePlace(measured.place, place) ? Math.log1p(noiseBand) : 0;
  const drift = Math.log(baseline.medianUs / eager.medianUs);
  const chance = Math.exp(Math.max(-most, Math.min(most, drift)));
  return { ...speedup, median: speedup.median / chance, low: speedup.low / chance, high: speedup.high / chance };
}

/**
 * The time that goes with `steadySpeedup`: the run's baseline divided by it. Prompts, reports and shares of the speed of light state this
 * time, so that times rank as speedups do, also for an attempt that another place measured. Its interval and its parts are scaled alike.
 */
export function steadyTime(measured: { candidate: Time; speedup: Ratio; baseline: Time; place?: Place | undefined }, run: RunBaseline): Time {
  const { candidate } = measured;
  return scaledTo(run.eager.medianUs / steadySpeedup(measured, run).median, candidate);
}

/** A time with this median, its interval and its parts scaled alike. */
function scaledTo(us: number, time: Time): Time {
  const { medianUs, lowUs, highUs, samples, launchUs, deviceUs } = time;
  const scale = us / medianUs;
  return {
    medianUs: medianUs * scale,
    lowUs: lowUs * scale,
    highUs: highUs * scale,
    samples,
    ...(launchUs !== undefined && { launchUs: launchUs * scale }),
    ...(deviceUs !== undefined && { deviceUs: deviceUs * scale }),
  };
}

/**
 * The time of a program that takes `ratio` times as long as one that takes `beside` in this session. Where `timed`, its own time, is of an
 * earlier session, the two would contradict the ratio between them. The interval is the ratio's; the parts of a call are scaled as the time is.
 */
export function timeByRatio(timed: Time, beside: Time, { median, low, high, samples }: Ratio): Time {
  const { medianUs } = beside;
  return { ...scaledTo(medianUs * median, timed), lowUs: medianUs * low, highUs: medianUs * high, samples };
}

/** An alternative baseline: torch.compile, torch.compile with max-autotune, or eager with TF32 on the fp32 track. */
export const AlternativeName = z.enum(["compile", "max-autotune", "tf32"]);
export type AlternativeName = z.infer<typeof AlternativeName>;

/**
 * The time of an alternative baseline, and its ratio to the candidate or eager. It is timed against eager once per task and host, and kept:
 * `time` may be of an earlier session, and no text for people states it. `besideEager` and `timeByRatio` have the time of this session.
 */
export const Alternative = z.object({
  name: AlternativeName,
  time: Time.nullable(),
  speedup: Ratio.nullable(),
  note: z.string().default("").describe("why there is no time; empty where there is one"),
});
export type Alternative = z.infer<typeof Alternative>;

/** The time of an alternative baseline where eager takes `eager`: `speedup` is eager's time over its. Null for one without a time. */
export function besideEager({ time, speedup }: Pick<Alternative, "time" | "speedup">, eager: Time): Time | null {
  if (!time || !speedup) return null;
  const { median, low, high, samples } = speedup;
  return timeByRatio(time, eager, { median: 1 / median, low: 1 / high, high: 1 / low, samples });
}

/** The reference as plain PyTorch computes it on each precision track. */
export const eagerLabel: Record<Precision, string> = {
  fp32: "eager PyTorch",
  tf32: "eager PyTorch with TF32",
  bf16: "eager PyTorch in bf16",
  fp16: "eager PyTorch in fp16",
};

export const alternativeLabel: Record<AlternativeName, string> = {
  compile: "torch.compile",
  "max-autotune": "torch.compile, max-autotune",
  tf32: "eager PyTorch with TF32",
};
