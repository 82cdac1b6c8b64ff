import { z } from "zod";

const interval = { low: z.number(), high: z.number(), samples: z.number().int() };

/** A time: the median and its 95 % bootstrap interval, in microseconds. */
export const Time = z.object({ medianUs: z.number().positive(), lowUs: z.number(), highUs: z.number(), samples: z.number().int() });
export type Time = z.infer<typeof Time>;

/** Microseconds as prompts and the state say them: four digits, and never in exponent form. */
export const usText = (us: number): string => `${us < 1e4 ? us.toPrecision(4) : Math.round(us)} us`;

/** "41 %", of a share from 0 to 1, as prompts, traces and the state say it. */
export const percentText = (share: number): string => `${Math.round(share * 100)} %`;

/** Three digits at most, and no zeros that say nothing: "0.5", "12.3". */
export const numberText = (value: number): string => Number(value.toPrecision(3)).toString();

/** A ratio of two times measured in interleaved blocks (baseline / candidate), with a 95 % bootstrap interval; `median` is the estimate itself. */
export const Ratio = z.object({ median: z.number().positive(), ...interval });
export type Ratio = z.infer<typeof Ratio>;

/** A baseline beside eager PyTorch: torch.compile as it is, with max-autotune, and eager with TF32 where the track is fp32. */
export const RivalName = z.enum(["compile", "max-autotune", "tf32"]);
export type RivalName = z.infer<typeof RivalName>;

/** What a rival took in the same interleaved blocks, and how it compares with what was measured beside it. */
export const Rival = z.object({
  name: RivalName,
  time: Time.nullable(),
  speedup: Ratio.nullable(),
  note: z.string().default("").describe("why there is no time; empty where there is one"),
});
export type Rival = z.infer<typeof Rival>;

export const rivalLabel: Record<RivalName, string> = {
  compile: "torch.compile",
  "max-autotune": "torch.compile, max-autotune",
  tf32: "eager PyTorch with TF32",
};
