/**
 * Compares two variants of a bench over the same tasks: which differences are real. Pairs are tasks, so the result is about strategies and
 * models on these tasks. Single kernels are compared by their own intervals.
 */
import type { Against, BenchCell } from "../../domain/bench.ts";
import { baselinesOf, keptOver, labelOf, speedOver } from "./summary.ts";
import { beside, differentConditions, type Finding, noiseOf, unlike } from "../run/measurement-conditions.ts";
import { estimate, type Estimate, exp, holm, signFlip, signTest } from "./statistics.ts";

/** One measure of both sides over the tasks that both finished. */
interface Difference {
  what: string;
  first: number;
  second: number;
  /** second over first for speeds, second minus first for shares, with the 95 % interval over tasks; null for shares */
  change: Estimate | null;
  p: number;
  finding: "better" | "worse" | "not told apart" | "too few tasks";
}

/** One task's kernels beside each other, over eager. */
interface Pair {
  task: string;
  first: number | null;
  second: number | null;
  finding: Finding;
}

/** The output of `bench compare --json`. */
export interface BenchComparison {
  first: string;
  second: string;
  /** why speeds are not comparable; empty if they are */
  notComparable: string[];
  /** other differences between the runs */
  unequal: string[];
  tasks: number;
  /** tasks that only one side has, or has finished */
  left: string[];
  differences: Difference[];
  pairs: Pair[];
}

type Both = readonly [BenchCell, BenchCell];

/** Compares two variants, each given as its cells. Tasks are paired by the hash of their source. */
export function compareBenches(first: { name: string; cells: readonly BenchCell[] }, second: { name: string; cells: readonly BenchCell[] }): BenchComparison {
  const isDone = (one: BenchCell): boolean => one.status !== "unfinished";
  const pairs = first.cells.filter(isDone).flatMap((one): Both[] => {
    const other = second.cells.find((two) => isDone(two) && two.source === one.source);
    return other ? [[one, other]] : [];
  });
  const paired = new Set(pairs.map(([{ source }]) => source));
  const notComparable = differentConditions(pairs);
  return {
    first: first.name,
    second: second.name,
    notComparable,
    unequal: unlike(pairs, { limit: "attempts allowed", model: "model", strategy: "strategy" }),
    tasks: pairs.length,
    left: [...new Set([...first.cells, ...second.cells].filter((one) => !paired.has(one.source)).map((one) => one.task))],
    differences: notComparable.length > 0 || pairs.length === 0 ? [] : differencesOf(pairs),
    pairs: pairs.map((both) => pairOf(both, notComparable.length === 0)),
  };
}

/** The speed's differences by sign flips of log ratios, the shares' by McNemar's test; Holm's rule over all of them. */
function differencesOf(pairs: readonly Both[]): Difference[] {
  const baselines = baselinesOf(pairs.flat());
  const rows = [
    shareRow("fast_0: a kernel that passed", pairs, (one) => one.status === "proven" || one.status === "correct"),
    ...baselines.flatMap((against) => [
      shareRow(`fast_1 over ${labelOf(against, pairs.flat())}`, pairs, (one) => (speedOver(one, against) ?? 0) > 1),
      speedRow(against, pairs),
    ]),
  ];
  const holds = holm(rows.map(({ p }) => p));
  const tooFew = 2 ** (1 - pairs.length) > 0.05 / rows.length; // neither test can give a smaller p, and Holm's rule asks for that of its first row
  return rows.map((row, at) => ({ ...row, finding: tooFew ? "too few tasks" : found(row, holds[at] ?? false) }));
}

type Row = Omit<Difference, "finding">;

function found({ first, second }: Row, holds: boolean): Difference["finding"] {
  if (!holds) return "not told apart";
  return second > first ? "better" : "worse";
}

function shareRow(what: string, pairs: readonly Both[], has: (cell: BenchCell) => boolean): Row {
  const share = (side: 0 | 1): number => pairs.filter((both) => has(both[side])).length / pairs.length;
  const only = (side: 0 | 1): number => pairs.filter((both) => has(both[side]) && !has(both[1 - side]!)).length;
  return { what, first: share(0), second: share(1), change: null, p: signTest(only(1), only(0)) };
}

function speedRow(against: Against, pairs: readonly Both[]): Row {
  const logs = (side: 0 | 1): number[] => pairs.map((both) => Math.log(keptOver(both[side], against)));
  const [one, two] = [logs(0), logs(1)];
  const differences = two.map((value, at) => value - one[at]!);
  const level = (values: readonly number[]): number => exp(estimate(values)).value;
  return {
    what: `geometric mean over ${labelOf(against, pairs.flat())}, at least 1 each`,
    first: level(one),
    second: level(two),
    change: exp(estimate(differences)),
    p: signFlip(differences),
  };
}

/** A pair of kernels, by the furthest ends of their intervals and the larger noise band. */
function pairOf([one, two]: Both, sameGrounds: boolean): Pair {
  const of = ({ speeds }: BenchCell) => speeds.find(({ against }) => against === "eager")?.speedup ?? null;
  const [first, second] = [of(one), of(two)];
  const { finding } = beside(first, second, sameGrounds ? noiseOf(one.noiseBand, two.noiseBand) : null);
  return { task: one.task, first: first?.median ?? null, second: second?.median ?? null, finding };
}
