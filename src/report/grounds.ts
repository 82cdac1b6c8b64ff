/** What two speedups must have in common to be compared, and what their quotient then says. One rule for runs and for benches. */
import type { RunRecord } from "../domain/run-record.ts";
import type { Settings } from "../domain/settings.ts";
import type { Precision, Target } from "../domain/task.ts";

/** What a speedup over a baseline rests on, beside the task; null where it is not known or does not matter. */
export interface Grounds {
  target: Target;
  precision: Precision;
  /** on which inputs was timed */
  timedOn: string | null;
  machine: string | null;
  torch: string | null;
  /** on the cpu target alone, as is `blas` */
  threads: number | null;
  blas: string | null;
}

const labels: Record<keyof Grounds, string> = {
  target: "target",
  precision: "precision",
  timedOn: "the inputs that were timed",
  machine: "machine",
  torch: "torch",
  threads: "threads",
  blas: "matrix library",
};

/** The grounds of a run's speedups. */
export function groundsOf({ target, precision }: Settings, record: RunRecord | undefined): Grounds {
  const { host, timedOn } = record?.baselines ?? {};
  const isCpu = target === "cpu";
  return {
    target,
    precision,
    timedOn: timedOn ?? null,
    machine: (isCpu ? host?.cpu : host?.gpu?.name) ?? null,
    torch: host?.torch ?? null,
    threads: isCpu ? (host?.threads ?? null) : null,
    blas: isCpu ? (host?.blas ?? null) : null,
  };
}

/** Why speeds of these pairs cannot be compared, in words; what is not known differs from nothing. */
export function differentGrounds(pairs: readonly (readonly [Grounds, Grounds])[]): string[] {
  return unlike(pairs, labels);
}

/** In which of the facts labelled the two sides of any pair differ, in words. */
export function unlike<T extends object>(pairs: readonly (readonly [T, T])[], facts: Partial<Record<keyof T, string>>): string[] {
  return Object.entries<string | undefined>(facts).flatMap(([name, label]) => {
    const fact = name as keyof T;
    const values = (side: 0 | 1): string => [...new Set(pairs.map((both) => String(both[side][fact] ?? "unknown")))].toSorted().join(", ");
    const differs = pairs.some(([one, two]) => one[fact] !== null && two[fact] !== null && one[fact] !== two[fact]);
    return differs ? [`${label}: ${values(0)} and ${values(1)}`] : [];
  });
}

export interface Interval {
  median: number;
  low: number;
  high: number;
}

export type Finding = "faster" | "same" | "slower" | "ambiguous" | "not comparable";

/** One ratio over another; its interval takes the furthest ends of both. */
export function quotient(over: Interval, by: Interval): Interval {
  return { median: over.median / by.median, low: over.low / by.high, high: over.high / by.low };
}

/** The larger noise band of two measurements; null, which is not 0, where one is not known. */
export function noiseOf(first: number | null | undefined, second: number | null | undefined): number | null {
  return typeof first === "number" && typeof second === "number" ? Math.max(first, second) : null;
}

/** The second speedup beside the first, on the same grounds: the whole quotient beyond the noise band, within it, or neither. */
export function beside(first: Interval | null, second: Interval | null, band: number | null): { change: Interval | null; finding: Finding } {
  if (!first || !second) return { change: null, finding: "not comparable" };
  const change = quotient(second, first);
  return { change, finding: band === null ? "not comparable" : findingOf(change, band) };
}

function findingOf({ low, high }: Interval, band: number): Finding {
  if (low > 1 + band) return "faster";
  if (high < 1 - band) return "slower";
  return low >= 1 - band && high <= 1 + band ? "same" : "ambiguous";
}
