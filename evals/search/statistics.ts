import { draws } from "../../src/search/random.ts";

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** The mean with its 95 % percentile bootstrap interval, `RESAMPLES` resamples, seeded. */
export function estimate(values: readonly number[]): Estimate {
  const draw = draws(0, "bootstrap");
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let at = 0; at < values.length; at++) sum += values[Math.floor(draw() * values.length)]!;
    return sum / values.length;
  }).toSorted((a, b) => a - b);
  return { value: mean(values), low: means[Math.floor(0.025 * RESAMPLES)]!, high: means[Math.floor(0.975 * RESAMPLES)]! };
}
const RESAMPLES = 1000;

/** The estimate of a mean of logarithms as one of a geometric mean. */
export function exp({ value, low, high }: Estimate): Estimate {
  return { value: Math.exp(value), low: Math.exp(low), high: Math.exp(high) };
}
