import { z } from "zod";

const interval = { low: z.number(), high: z.number(), samples: z.number().int() };

/** A time: the median and its 95 % bootstrap interval, in microseconds. */
export const Time = z.object({ medianUs: z.number().positive(), lowUs: z.number(), highUs: z.number(), samples: z.number().int() });
export type Time = z.infer<typeof Time>;

/** A ratio of two times measured in interleaved blocks (baseline / candidate): median and 95 % bootstrap interval. */
export const Ratio = z.object({ median: z.number().positive(), ...interval });
export type Ratio = z.infer<typeof Ratio>;
