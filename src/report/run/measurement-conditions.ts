/** Measurement conditions: when two speedups are comparable, and the meaning of their ratio. The same rule holds for runs and benches. */
import type { RunRecord } from "../../run/events.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Precision, Target } from "../../domain/task.ts";

/** The conditions of a speedup, apart from the task. Null if a condition is unknown or irrelevant. */
export interface MeasurementConditions {
  target: Target;
  precision: Precision;
  /** the distribution of the timed inputs */
  timedOn: string | null;
  machine: string | null;
  torch: string | null;
  /** only on the cpu target, like `blas` */
  threads: number | null;
  blas: string | null;
}

const labels: Record<keyof MeasurementConditions, string> = {
  target: "target",
  precision: "precision",
  timedOn: "the inputs that were timed",
  machine: "machine",
  torch: "torch",
  threads: "threads",
  blas: "matrix library",
};

/** The measurement conditions of a run's speedups. */
export function conditionsOf({ target, precision }: Settings, record: RunRecord | undefined): MeasurementConditions {
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

/** The reasons why the speeds of these pairs are not comparable, as text. An unknown fact differs from no other. */
export function differentConditions(pairs: readonly (readonly [MeasurementConditions, MeasurementConditions])[]): string[] {
  return unlike(pairs, labels);
}

/** The labelled facts in which the two sides of any pair differ, as text. */
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

/** One ratio divided by another. The interval uses the far ends of both. */
export function quotient(over: Interval, by: Interval): Interval {
  return { median: over.median / by.median, low: over.low / by.high, high: over.high / by.low };
}

/** The larger noise band of two measurements. Null if one is unknown. */
export function noiseOf(first: number | null | undefined, second: number | null | undefined): number | null {
  return typeof first === "number" && typeof second === "number" ? Math.max(first, second) : null;
}

/** Compares two speedups under equal conditions: the interval of their ratio lies beyond the noise band, within it, or crosses it. */
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
