/** The tables of a bench: the results of every variant, with and without degenerate tasks, and task by task. render.ts does the layout. */
import type { BenchCell, BenchResults } from "../../domain/bench.ts";
import { compareBenches, type BenchComparison } from "./compare.ts";
import { baselinesOf, labelOf, speedOver, summaryOf, type Summary, variantsOf } from "./summary.ts";
import type { Finding } from "../run/measurement-conditions.ts";
import { count, digits, dollars, duration, percent, plural, seconds, times } from "../format.ts";
import type { Estimate } from "./statistics.ts";

/** A cell that leads to a run, by its folder. */
export interface Linked {
  text: string;
  run: string;
}

/** The text of a cell. */
export const textOf = (cell: string | Linked): string => (typeof cell === "string" ? cell : cell.text);

/** A table with a heading; columns after the first `left` hold numbers. */
export interface Table {
  title: string;
  head: readonly string[];
  rows: readonly (readonly (string | Linked)[])[];
  left: number;
  /** notes for the reader */
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
      return [outcomeTable(name, summaries), speedTable(name, summaries, cells)].map((one) => (at === 0 ? one : { ...one, notes: [] })); // said once
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
    head: ["variant", "tasks", "fast_0", "proven faster", "no kernel", "rejected", "passed", "speed of light", "tokens", "cost", "device", "work"],
    rows: summaries.map((one) => [
      one.variant,
      `${one.tasks}${one.unfinished > 0 ? ` (${one.unfinished} unfinished)` : ""}`,
      share(one.fast0),
      share(one.proven),
      count(one.failed.noKernel),
      count(one.failed.rejected),
      `${one.passed}/${one.attempts}`,
      one.solFraction ? `${percent(one.solFraction.value)}${ends(one.solFraction, one.tasks, (end) => digits(end * 100))}` : "–",
      `${count(one.tokens)}${one.estimatedTokens > 0 ? " (estimated)" : ""}`,
      one.costUsd === null ? "unknown" : dollars(one.costUsd),
      seconds(one.gpuSeconds),
      seconds(one.seconds),
    ]),
    notes: [
      "fast_0: share of tasks with a kernel that passed every check (success). Proven faster: its 95 % interval over eager lies above 1. Passed: attempts. Speed of light: the least time that the task takes, by bytes or arithmetic, over the kernel's; median over tasks.",
    ],
  };
}

function speedTable(name: string, summaries: readonly Summary[], cells: readonly BenchCell[]): Table {
  const figure = (value: Estimate | null, tasks: number): string => (value ? `${times(value.value)}${ends(value, tasks, digits)}` : "–");
  return {
    title: `Speed, ${name}`,
    left: 2,
    head: ["variant", "against", "fast_1", "fast_2", "geometric mean", "median", "mean", "over", "kept"],
    rows: summaries.flatMap((one) =>
      one.speeds.map((speed) => [
        one.variant,
        labelOf(speed.against, cells),
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
  return {
    title: `Tasks, best kernel over ${labelOf("eager", cells)}`,
    left: 2 + variants.length,
    head: ["task", "floor", ...variants],
    rows: tasksOf(cells).map(({ task, cells: own }) => {
      const floorUs = own.find((one) => one.floorUs !== null)?.floorUs ?? null;
      return [
        `${task}${own.some((one) => one.degenerate !== null) ? " (degenerate)" : ""}`,
        floorUs === null ? "–" : duration(floorUs).replace(" ", "\u00A0"),
        ...variants.map((name) => {
          const cell = own.find((one) => one.variant === name);
          return cell ? { text: resultText(cell), run: cell.run } : "–";
        }),
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

/** The cells by task, in the order of their first cells. */
export function tasksOf(cells: readonly BenchCell[]): { task: string; cells: BenchCell[] }[] {
  return [...Map.groupBy(cells, (one) => one.task)].map(([task, own]) => ({ task, cells: own }));
}

/** "2.78x [2.71, 2.85], 29.7 µs → 10.7 µs", or why there is no speed. */
export function resultText(cell: BenchCell): string {
  const { status, eagerUs, kernelUs, speeds } = cell;
  const speed = speeds.find((one) => one.against === "eager")?.speedup;
  if (!speed) return status;
  const taken = eagerUs !== null && kernelUs !== null ? `, ${duration(eagerUs)} → ${duration(kernelUs)}` : "";
  const doubt = { proven: "", correct: " (not proven)", unfinished: " (unfinished)", "no kernel": "", rejected: "" }[status];
  return `${times(speed.median)} [${digits(speed.low)}, ${digits(speed.high)}]${taken}${doubt}`;
}

/** Lists degenerate, rejected and unfinished tasks and those without a kernel, each reason once with its variants. Empty without such tasks. */
function troubleTable(cells: readonly BenchCell[]): Table[] {
  const all = variantsOf(cells).length;
  const rows = tasksOf(cells).flatMap(({ task, cells: own }) => {
    const troubled = own.flatMap(({ variant, status, degenerate, problem }) => {
      const isOpen = status === "rejected" || status === "unfinished" || status === "no kernel";
      if (degenerate !== null) return [{ variant, status: "degenerate", why: isOpen && problem ? problem : degenerate }];
      return isOpen ? [{ variant, status, why: problem }] : [];
    });
    return [...Map.groupBy(troubled, ({ status, why }) => `${status}: ${why}`).values()].map((same) => [
      task,
      same.length === all ? "all" : same.map(({ variant }) => variant).join(", "),
      same[0]!.status,
      same[0]!.why,
    ]);
  });
  return rows.length === 0 ? [] : [{ title: "Tasks without a sound result", head: ["task", "variant", "status", "why"], rows, left: 4, notes: [] }];
}

/** Every variant beside the first. */
function differenceTables(cells: readonly BenchCell[]): Table[] {
  const [first, ...others] = variantsOf(cells).map((name) => ({ name, cells: cells.filter((one) => one.variant === name) }));
  if (!first) return [];
  const comparisons = others.map((other) => compareBenches(first, other));
  const isTooFew = ({ differences }: BenchComparison): boolean => differences.length > 0 && differences.every(({ finding }) => finding === "too few tasks");
  return [...comparisonTables(comparisons.filter((one) => !isTooFew(one))), ...tooFewTable(comparisons.filter(isTooFew))];
}

/** Comparisons over too few tasks for any test, in a row each. */
function tooFewTable(comparisons: readonly BenchComparison[]): Table[] {
  const [one] = comparisons;
  if (!one) return [];
  return [
    {
      title: `Beside ${one.first}: too few tasks to tell variants apart`,
      left: 1,
      head: ["variant", "tasks", "kernels reliably faster", "kernels reliably slower"],
      rows: comparisons.map(({ second, tasks, pairs }) => [second, count(tasks), count(foundIn(pairs, "faster")), count(foundIn(pairs, "slower"))]),
      notes: ["Single kernels are told apart by their own intervals; variants need more tasks than this."],
    },
  ];
}

const foundIn = (pairs: BenchComparison["pairs"], finding: Finding): number => pairs.filter((one) => one.finding === finding).length;

/** Comparisons as tables, with an explanation under the last. */
export function comparisonTables(comparisons: readonly BenchComparison[]): Table[] {
  const legend =
    "Real: p at most 0.05 over all rows of a table together (Holm), by sign flips of the tasks' log ratios for speeds and McNemar's test for shares. With too few tasks for that many rows neither can tell, and it is said. One run per task is one draw of each search.";
  return comparisons.map(comparisonTable).map((one, at) => (at === comparisons.length - 1 ? { ...one, notes: [...one.notes, legend] } : one));
}

function comparisonTable({ first, second, notComparable, unequal, tasks, left, differences, pairs }: BenchComparison): Table {
  const told = (finding: Finding): number => foundIn(pairs, finding);
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
      ...notComparable.map((why) => `Not comparable: ${why}.`),
      ...unequal.map((why) => `Not the same: ${why}.`),
      `Single kernels, each by its own interval: the second's is reliably faster in ${told("faster")} of ${plural(tasks, "task")}, reliably slower in ${told("slower")}.`,
    ],
  };
}

const share = (value: number | null): string => (value === null ? "–" : `${digits(100 * value)} %`);

/** The interval, if there are enough tasks for one. */
const ends = ({ low, high }: Estimate, tasks: number, text: (end: number) => string): string => (tasks < 3 ? "" : ` [${text(low)}, ${text(high)}]`);

/** A speed over eager for a line of progress. */
export function eagerSpeed(cell: BenchCell): string {
  const speed = speedOver(cell, "eager");
  return speed === null ? "" : times(speed);
}
