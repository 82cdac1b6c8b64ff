/** Statistics over many tasks: bootstrap intervals and exact paired tests. Pure arithmetic. */
import { draws } from "../../lib/random.ts";

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A statistic, by default the mean, with its 95 % percentile bootstrap interval, `RESAMPLES` resamples, seeded. */
export function estimate(values: readonly number[], of: (values: readonly number[]) => number = mean): Estimate {
  const draw = draws(0, "bootstrap");
  const resampled = Array.from({ length: RESAMPLES }, () => of(values.map(() => values[Math.floor(draw() * values.length)]!))).toSorted((a, b) => a - b);
  return { value: of(values), low: resampled[Math.floor(0.025 * RESAMPLES)]!, high: resampled[Math.floor(0.975 * RESAMPLES)]! };
}
const RESAMPLES = 1000;

/** The estimate of a mean of logarithms as one of a geometric mean. */
export function exp({ value, low, high }: Estimate): Estimate {
  return { value: Math.exp(value), low: Math.exp(low), high: Math.exp(high) };
}

/** The geometric mean with its interval. */
export function geomean(values: readonly number[]): Estimate {
  return exp(estimate(values.map(Math.log)));
}

/**
 * Two-sided p-value of the sign-flip permutation test that paired differences are symmetric about 0: exact for up to 16
 * pairs, from 20,000 seeded draws beyond. Fewer than six pairs that differ can never reach 0.05.
 */
export function signFlip(differences: readonly number[]): number {
  const moved = differences.filter((one) => one !== 0);
  const observed = Math.abs(moved.reduce((sum, one) => sum + one, 0)) * (1 - 1e-12);
  const exact = moved.length <= EXACT_PAIRS;
  const trials = exact ? 2 ** moved.length : 20_000;
  const draw = draws(0, "sign-flip");
  let reached = 0;
  for (let trial = 0; trial < trials; trial++) {
    const sum = moved.reduce((total, one, at) => total + ((exact ? (trial >> at) & 1 : draw() < 0.5) ? one : -one), 0);
    if (Math.abs(sum) >= observed) reached++;
  }
  return exact ? reached / trials : (reached + 1) / (trials + 1);
}
const EXACT_PAIRS = 16;

/** Two-sided p-value of the exact sign test. For pairs of yes and no it is McNemar's. `more` and `fewer` count the two kinds of discordant pairs. */
export function signTest(more: number, fewer: number): number {
  const pairs = more + fewer;
  let term = 0.5 ** pairs;
  let tail = 0;
  for (let k = 0; k <= Math.min(more, fewer); k++) {
    tail += term;
    term *= (pairs - k) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}

/** Marks the p-values that are significant together at 0.05, by Holm's step-down rule (1979). */
export function holm(values: readonly number[]): boolean[] {
  const order = values.map((_, at) => at).toSorted((a, b) => values[a]! - values[b]!);
  const holds = values.map(() => false);
  for (const [rank, at] of order.entries()) {
    if (values[at]! > 0.05 / (values.length - rank)) break;
    holds[at] = true;
  }
  return holds;
}
