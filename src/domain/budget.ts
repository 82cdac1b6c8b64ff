/**
 * The limits and the spending of a run: tokens, money and seconds. Every reply of a model or the judge is one charge,
 * which is an event of the run. The sums therefore survive a stop. The tree counts attempts.
 */
import { z } from "zod";
import type { Verdict } from "./verdict.ts";

const cap = (what: string) => z.number().positive().nullable().default(null).describe(`${what}; null is no limit`);

/** When a limit is reached, the search starts nothing new, and its work in flight ends. */
export const Limits = z.object({
  tokens: cap("model tokens, in and out"),
  costUsd: cap("US dollars at list price"),
  gpuSeconds: cap("seconds of the judge's device: all stages of a verdict but the build"),
  seconds: cap("seconds in which a model or the judge worked; waiting in a queue does not count"),
});
export type Limits = z.infer<typeof Limits>;

/** One reply and what it cost. */
export const Charge = z.object({
  by: z.enum(["model", "judge"]),
  on: z.string().describe("the model call, or the judge's job"),
  seconds: z.number().describe("worked on it, queueing excluded; they end when the charge is made"),
  inputTokens: z.number().default(0),
  cachedTokens: z.number().default(0).describe("of inputTokens, those that the provider says it had in its cache"),
  outputTokens: z.number().default(0),
  counted: z.boolean().default(true).describe("false where the server sent no token counts: they are estimated from the text"),
  costUsd: z.number().nullable().default(0).describe("null where the model's price is not known"),
  gpuSeconds: z.number().default(0),
});
export type Charge = z.infer<typeof Charge>;

export const Spent = z.object({
  tokens: z.number(),
  estimatedTokens: z.number().describe("of `tokens`, those that no server counted"),
  costUsd: z.number().nullable(),
  gpuSeconds: z.number(),
  seconds: z.number().describe("wall-clock in which anything was worked on"),
});
export type Spent = z.infer<typeof Spent>;

export interface Tally {
  /** Counts a charge that was made at `at`, in milliseconds since the epoch. Charges come in the order of their times. */
  add(charge: Charge, at: number): void;
  spent(): Spent;
}

/** An empty tally. Work that overlaps counts once in `seconds`. */
export function createTally(): Tally {
  const sums = { tokens: 0, estimatedTokens: 0, costUsd: 0 as number | null, gpuSeconds: 0 };
  const busy: { from: number; to: number }[] = []; // disjoint, in order: a charge may cover several earlier ones
  let milliseconds = 0;
  return {
    add(charge, at) {
      const tokens = charge.inputTokens + charge.outputTokens;
      sums.tokens += tokens;
      if (!charge.counted) sums.estimatedTokens += tokens;
      sums.costUsd = sums.costUsd === null || charge.costUsd === null ? null : sums.costUsd + charge.costUsd;
      sums.gpuSeconds += charge.gpuSeconds;
      const merged = { from: at - charge.seconds * 1000, to: Math.max(at, busy.at(-1)?.to ?? at) };
      for (let last = busy.at(-1); last && last.to >= merged.from; last = busy.at(-1)) {
        merged.from = Math.min(merged.from, last.from);
        milliseconds -= last.to - last.from;
        busy.pop();
      }
      busy.push(merged);
      milliseconds += merged.to - merged.from;
    },
    spent: () => ({ ...sums, seconds: milliseconds / 1000 }),
  };
}

/** Characters per token. Prose has more, code has fewer. */
export const CHARACTERS_PER_TOKEN = 3.5;

/** The estimated number of tokens of a text. */
export function tokensIn(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** The reached limit as text, or null. An unknown cost reaches no limit. */
export function exhausted(spent: Spent, limits: Limits): string | null {
  const figure = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 1 });
  const dollars = (value: number): string => `$${value.toFixed(2)}`;
  if (limits.tokens !== null && spent.tokens >= limits.tokens) return `${figure(spent.tokens)} of ${figure(limits.tokens)} tokens are spent`;
  if (limits.costUsd !== null && (spent.costUsd ?? 0) >= limits.costUsd) return `${dollars(spent.costUsd ?? 0)} of ${dollars(limits.costUsd)} are spent`;
  if (limits.gpuSeconds !== null && spent.gpuSeconds >= limits.gpuSeconds)
    return `${figure(spent.gpuSeconds)} of ${figure(limits.gpuSeconds)} device seconds are spent`;
  if (limits.seconds !== null && spent.seconds >= limits.seconds)
    return `${figure(spent.seconds / 60)} of ${figure(limits.seconds / 60)} minutes of work are spent`;
  return null;
}

/** Seconds of work for a verdict, and the part that held the device. */
export function secondsOf(verdict: Verdict): { worked: number; device: number } {
  const worked = Object.values(verdict.seconds).reduce((sum, one) => sum + one, 0);
  return { worked, device: worked - (verdict.seconds.build ?? 0) };
}

const range = z.object({ low: z.number(), high: z.number() });

/** The estimated cost of a run before its start. low: prompts without history. high: every context window is full. */
export const Estimate = z.object({
  attempts: z.number().int(),
  calls: z.number().int().describe("model calls, if nothing is repaired or sent back"),
  inputTokens: range,
  outputTokens: z.number(),
  costUsd: range.nullable().describe("null where the model's price is not known"),
});
export type Estimate = z.infer<typeof Estimate>;
