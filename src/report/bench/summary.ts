/** Sums and means over the cells of one variant of a bench, as numbers. table.ts makes the tables. */
import { Against, type BenchCell } from "../../domain/bench.ts";
import { alternativeLabel, eagerLabel } from "../../domain/measure.ts";
import { type Estimate, estimate, geomean, mean, median } from "./statistics.ts";

/** The speed of one variant over one baseline. */
export interface Speeds {
  against: Against;
  /** tasks with a kernel that passed and a speed over this baseline */
  measured: number;
  /** shares of all tasks whose best kernel passed and is more than p times as fast: KernelBench's fast_p (arXiv 2502.10517) */
  fast: { 1: number; 2: number };
  /** over the tasks with a passing kernel, as KernelBench averages; null without such a task */
  geomean: Estimate | null;
  median: Estimate | null;
  mean: Estimate | null;
  /** geometric mean over all tasks of the speedup that a user gets: the kernel's, or 1 if no kernel is faster */
  kept: Estimate | null;
}

/** One variant of a bench over its tasks. Unfinished tasks are excluded and counted. */
export interface Summary {
  variant: string;
  tasks: number;
  unfinished: number;
  /** tasks without a passing kernel, and rejected tasks */
  failed: { noKernel: number; rejected: number };
  /** share of tasks with a kernel that passed every check: fast_0, also called success */
  fast0: number | null;
  /** share of tasks whose kernel is reliably faster than eager */
  proven: number | null;
  speeds: readonly Speeds[];
  attempts: number;
  passed: number;
  /** the fraction of speed of light, median over tasks */
  solFraction: Estimate | null;
  tokens: number;
  estimatedTokens: number;
  costUsd: number | null;
  gpuSeconds: number;
  /** seconds in which the model or the judge worked, summed over runs */
  seconds: number;
}

/** The variants of a bench in the order of their first cells. */
export function variantsOf(cells: readonly BenchCell[]): string[] {
  return [...new Set(cells.map((one) => one.variant))];
}

/** The baselines that any of the cells was measured against. */
export function baselinesOf(cells: readonly BenchCell[]): Against[] {
  return Against.options.filter((name) => cells.some((cell) => cell.speeds.some((one) => one.against === name)));
}

/** How tables over these cells name a baseline. Eager's name tells the precision track if all cells have the same. */
export function labelOf(against: Against, cells: readonly BenchCell[]): string {
  if (against !== "eager") return alternativeLabel[against];
  const [track, ...others] = new Set(cells.map(({ precision }) => precision));
  return eagerLabel[track && others.length === 0 ? track : "fp32"];
}

/** Sums up the cells of one variant; `against` names the baselines to report. */
export function summaryOf(variant: string, cells: readonly BenchCell[], against: readonly Against[]): Summary {
  const own = cells.filter((one) => one.variant === variant);
  const done = own.filter((one) => one.status !== "unfinished");
  const count = (...statuses: BenchCell["status"][]): number => done.filter((one) => statuses.includes(one.status)).length;
  const sum = (of: (cell: BenchCell) => number): number => own.reduce((total, one) => total + of(one), 0);
  const shares = done.flatMap((one) => one.solFraction ?? []);
  return {
    variant,
    tasks: done.length,
    unfinished: own.length - done.length,
    failed: { noKernel: count("no kernel"), rejected: count("rejected") },
    fast0: done.length > 0 ? count("proven", "correct") / done.length : null,
    proven: done.length > 0 ? count("proven") / done.length : null,
    speeds: against.map((name) => speedsOver(name, done)),
    attempts: sum((one) => one.attempts),
    passed: sum((one) => one.passed),
    solFraction: shares.length > 0 ? estimate(shares, median) : null,
    tokens: sum((one) => one.spent.tokens),
    estimatedTokens: sum((one) => one.spent.estimatedTokens),
    costUsd: own.some((one) => one.spent.costUsd === null) ? null : sum((one) => one.spent.costUsd ?? 0),
    gpuSeconds: sum((one) => one.spent.gpuSeconds),
    seconds: sum((one) => one.spent.seconds),
  };
}

/** A task's speed over a baseline; null where no kernel passed or the baseline could not run. */
export function speedOver(cell: BenchCell, against: Against): number | null {
  return cell.speeds.find((one) => one.against === against)?.speedup.median ?? null;
}

/** The speedup that a user gets: at least 1, because the baseline remains available. */
export function keptOver(cell: BenchCell, against: Against): number {
  return Math.max(1, speedOver(cell, against) ?? 1);
}

function speedsOver(against: Against, cells: readonly BenchCell[]): Speeds {
  const values = cells.flatMap((one) => speedOver(one, against) ?? []);
  const share = (p: number): number => (cells.length > 0 ? values.filter((one) => one > p).length / cells.length : 0);
  const some = values.length > 0;
  return {
    against,
    measured: values.length,
    fast: { 1: share(1), 2: share(2) },
    geomean: some ? geomean(values) : null,
    median: some ? estimate(values, median) : null,
    mean: some ? estimate(values, mean) : null,
    kept: cells.length > 0 ? geomean(cells.map((one) => keptOver(one, against))) : null,
  };
}
