/** The tables of a bench: what every way of searching came to, with and without degenerate tasks, and task by task. Layout is bench-render's. */
import type { BenchCell, BenchResults } from "../domain/bench.ts";
import { compareBenches, type BenchComparison } from "./bench-compare.ts";
import { baselinesOf, labelOf, speedOver, summaryOf, type Summary, variantsOf } from "./bench-summary.ts";
import type { Finding } from "./grounds.ts";
import { count, digits, dollars, percent, plural, seconds, times } from "./format.ts";
import type { Estimate } from "./statistics.ts";

/** A table with a heading; columns after the first `left` hold numbers. */
export interface Table {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  left: number;
  /** what a reader needs to know of it */
  notes: readonly string[];
}

/** All tables of a bench's results. */
export function tablesOf({ cells }: BenchResults): Table[] {
  const degenerate = new Set(cells.filter((one) => one.degenerate !== null).map((one) => one.source));
  const sound = cells.filter((one) => !degenerate.has(one.source));
  const tasks = plural(new Set(cells.map((one) => one.source)).size, "task");
  const sets: [string, readonly BenchCell[]][] = [[`all ${tasks}`, cells]];
  if (degenerate.size > 0 && sound.length > 0) sets.push([`without ${plural(degenerate.size, "degenerate task")}`, sound]);
  return [
    ...sets.flatMap(([name, set], at) => {
      const baselines = baselinesOf(cells);
      const summaries = variantsOf(cells).map((variant) => summaryOf(variant, set, baselines));
      return [outcomeTable(name, summaries), speedTable(name, summaries)].map((one) => (at === 0 ? one : { ...one, notes: [] })); // said once
    }),
    taskTable(cells),
    ...troubleTable(cells),
    ...differenceTables(sound),
  ];
}

function outcomeTable(name: string, summaries: readonly Summary[]): Table {
  return {
    title: `Outcome, ${name}`,
    left: 1,
    head: ["variant", "tasks", "fast_0", "proven faster", "no kernel", "rejected", "passed", "of the floor", "tokens", "cost", "device", "work"],
    rows: summaries.map((one) => [
      one.variant,
      `${one.tasks}${one.unfinished > 0 ? ` (${one.unfinished} unfinished)` : ""}`,
      share(one.fast0),
      share(one.proven),
      count(one.failed.noKernel),
      count(one.failed.rejected),
      `${one.passed}/${one.attempts}`,
      one.shareOfFloor ? `${percent(one.shareOfFloor.value)}${ends(one.shareOfFloor, one.tasks, (end) => digits(end * 100))}` : "–",
      `${count(one.tokens)}${one.estimatedTokens > 0 ? " (estimated)" : ""}`,
      one.costUsd === null ? "unknown" : dollars(one.costUsd),
      seconds(one.gpuSeconds),
      seconds(one.seconds),
    ]),
    notes: [
      "fast_0: share of tasks with a kernel that passed every check (success). Proven faster: its 95 % interval over eager lies above 1. Passed: attempts. Of the floor: the least time that the task takes, by bytes or arithmetic, over the kernel's; median over tasks.",
    ],
  };
}

function speedTable(name: string, summaries: readonly Summary[]): Table {
  const figure = (value: Estimate | null, tasks: number): string => (value ? `${times(value.value)}${ends(value, tasks, digits)}` : "–");
  return {
    title: `Speed, ${name}`,
    left: 2,
    head: ["variant", "against", "fast_1", "fast_2", "geometric mean", "median", "mean", "over", "kept"],
    rows: summaries.flatMap((one) =>
      one.speeds.map((speed) => [
        one.variant,
        labelOf(speed.against),
        share(one.tasks > 0 ? speed.fast[1] : null),
        share(one.tasks > 0 ? speed.fast[2] : null),
        figure(speed.geomean, speed.measured),
        figure(speed.median, speed.measured),
        figure(speed.mean, speed.measured),
        plural(speed.measured, "task"),
        figure(speed.kept, one.tasks),
      ]),
    ),
    notes: [
      "fast_p: share of all tasks whose kernel passed and is more than p times as fast; tasks without one count as not fast. Means and the median are over the tasks with a kernel that passed; kept is the geometric mean over all tasks, 1 where nothing faster was found. Intervals: 95 % bootstrap over tasks.",
    ],
  };
}

function taskTable(cells: readonly BenchCell[]): Table {
  const variants = variantsOf(cells);
  const tasks = [...new Set(cells.map((one) => one.task))];
  const shown = (cell: BenchCell | undefined): string => {
    if (!cell) return "–";
    const speed = cell.speeds.find((one) => one.against === "eager");
    if (!speed) return cell.status;
    const { median, low, high } = speed.speedup;
    return `${times(median)} [${digits(low)}, ${digits(high)}]${{ proven: "", correct: " (not proven)", unfinished: " (unfinished)", "no kernel": "", rejected: "" }[cell.status]}`;
  };
  return {
    title: "Tasks, best kernel over eager PyTorch",
    left: 1,
    head: ["task", ...variants],
    rows: tasks.map((task) => {
      const own = cells.filter((one) => one.task === task);
      return [
        `${task}${own.some((one) => one.degenerate !== null) ? " (degenerate)" : ""}`,
        ...variants.map((name) => shown(own.find((one) => one.variant === name))),
      ];
    }),
    notes: [
      "Brackets: 95 % interval of one kernel's measurement. Not proven: the interval reaches 1 or below, or only the search measured it.",
      ...(cells.some(({ isolation }) => isolation === "L2")
        ? ["Not for publication: some kernels were measured at isolation L2, where a hostile one could have reached the judge."]
        : []),
      ...(cells.some((one) => one.speeds.some(({ measured }) => measured === "derived"))
        ? [
            "Where the search alone measured a kernel, its speed over other baselines follows from two ratios: the kernel over eager, and eager over the baseline.",
          ]
        : []),
    ],
  };
}

/** Tasks that are degenerate, rejected or unfinished, with the reason; nothing where there are none. */
function troubleTable(cells: readonly BenchCell[]): Table[] {
  const rows = cells.flatMap(({ task, variant, status, degenerate, problem }) => {
    if (status === "rejected" || status === "unfinished") return [[task, variant, degenerate === null ? status : "degenerate", problem]];
    return degenerate === null ? [] : [[task, variant, "degenerate", degenerate]];
  });
  return rows.length === 0 ? [] : [{ title: "Degenerate, rejected and unfinished", head: ["task", "variant", "", "why"], rows, left: 4, notes: [] }];
}

/** Every variant beside the first. */
function differenceTables(cells: readonly BenchCell[]): Table[] {
  const [first, ...others] = variantsOf(cells).map((name) => ({ name, cells: cells.filter((one) => one.variant === name) }));
  return first ? comparisonTables(others.map((other) => compareBenches(first, other))) : [];
}

/** Comparisons as tables; how to read them is said under the last. */
export function comparisonTables(comparisons: readonly BenchComparison[]): Table[] {
  const legend =
    "Real: p at most 0.05 over all rows of a table together (Holm), by sign flips of the tasks' log ratios for speeds and McNemar's test for shares. With too few tasks for that many rows neither can tell, and it is said. One run per task is one draw of each search.";
  return comparisons.map(comparisonTable).map((one, at) => (at === comparisons.length - 1 ? { ...one, notes: [...one.notes, legend] } : one));
}

function comparisonTable({ first, second, apart, unequal, tasks, left, differences, pairs }: BenchComparison): Table {
  const told = (finding: Finding): number => pairs.filter((one) => one.finding === finding).length;
  return {
    title: `${second} beside ${first}`,
    left: 1,
    head: ["", first, second, "difference", "p", "finding"],
    rows: differences.map(({ what, first: one, second: two, change, p, finding }) => [
      what,
      change ? times(one) : percent(one),
      change ? times(two) : percent(two),
      change ? `${times(change.value)}${ends(change, tasks, digits)}` : `${digits(100 * (two - one))} points`,
      p.toPrecision(2),
      finding === "better" || finding === "worse" ? `real: the second is ${finding}` : finding,
    ]),
    notes: [
      `${plural(tasks, "task")} in common; degenerate ones are left out.${left.length > 0 ? ` Not compared: ${left.join(", ")}.` : ""}`,
      ...apart.map((why) => `Not comparable: ${why}.`),
      ...unequal.map((why) => `Not the same: ${why}.`),
      `Single kernels, each by its own interval: the second's is surely faster in ${told("faster")} of ${plural(tasks, "task")}, surely slower in ${told("slower")}.`,
    ],
  };
}

const share = (value: number | null): string => (value === null ? "–" : `${digits(100 * value)} %`);

/** Its interval, where there are enough tasks for one to mean anything. */
const ends = ({ low, high }: Estimate, tasks: number, text: (end: number) => string): string => (tasks < 3 ? "" : ` [${text(low)}, ${text(high)}]`);

/** A speed over eager for a line of progress. */
export function eagerSpeed(cell: BenchCell): string {
  const speed = speedOver(cell, "eager");
  return speed === null ? "" : times(speed);
}
