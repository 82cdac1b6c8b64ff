/** Paired tables of a comparison: each strategy against one of them, over the same tasks and seeds. */
import { percentText } from "../../../src/domain/measure.ts";
import { estimate, exp, geomean, mean, signFlip } from "../../../src/report/bench/statistics.ts";
import { tableOf } from "../../pages.ts";
import { type Row, speedupOf } from "./row.ts";

/** Markdown tables, one per bound: the result of each strategy and its ratio to `base`. Intervals are bootstrapped over tasks. */
export function tablesOf(rows: readonly Row[], base: string): string {
  const bounds = [...new Set(rows.map((row) => row.equal))];
  return bounds
    .map(
      (equal) =>
        `## At equal ${equal}\n\n${comparisonOf(
          rows.filter((row) => row.equal === equal),
          base,
        )}`,
    )
    .join("\n\n");
}

function comparisonOf(rows: readonly Row[], base: string): string {
  const head = [
    "strategy",
    "speedup",
    `against ${base}`,
    "p",
    "losses",
    "tokens per task",
    "of them written",
    "wins",
    "tokens per win",
    "calls",
    "passed",
    "failures",
  ];
  const lines = [...Map.groupBy(rows, (row) => row.strategy)].map(([strategy, own]) => {
    const ratios = pairedRatios(own, rows, base);
    const losses = ratios.filter((one) => one < 0).length;
    const wins = own.filter((row) => row.kept > 1).length;
    const against = ratios.length === 0 ? "" : times(exp(estimate(ratios)));
    return [
      `\`${strategy}\``,
      times(geomean(own.map(speedupOf))),
      strategy === base ? "1" : against,
      strategy === base ? "" : signFlip(ratios).toPrecision(2),
      strategy === base ? "" : `${losses} of ${ratios.length}`,
      String(Math.round(mean(own.map((row) => row.tokens)))),
      String(Math.round(mean(own.map((row) => row.written)))),
      `${wins} of ${own.length}`,
      wins === 0 ? "" : String(Math.round(sumOf(own, (row) => row.tokens) / wins)),
      countsText(own.map((row) => row.calls)),
      percentText(
        sumOf(own, (row) => row.passed) /
          Math.max(
            1,
            sumOf(own, (row) => row.attempts),
          ),
      ),
      countsText(own.map((row) => row.failures)),
    ];
  });
  return tableOf(head, lines);
}

/** Per task, the mean over seeds of the logarithm of the ratio of the winners' speedups when measured again: the best of many noisy times is biased. */
function pairedRatios(own: readonly Row[], rows: readonly Row[], base: string): number[] {
  const pairs = own.flatMap((row) => {
    const other = rows.find((one) => one.strategy === base && one.task === row.task && one.seed === row.seed);
    return other ? [{ task: row.task, ratio: Math.log(speedupOf(row) / speedupOf(other)) }] : [];
  });
  return [...Map.groupBy(pairs, (pair) => pair.task).values()].map((of) => mean(of.map((pair) => pair.ratio)));
}

const times = ({ value, low, high }: { value: number; low: number; high: number }): string => `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

const sumOf = (rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0);

/** The sums of counts by name, without those that are 0. */
function countsText(counts: readonly Readonly<Record<string, number>>[]): string {
  const sums = new Map<string, number>();
  for (const one of counts) for (const [name, count] of Object.entries(one)) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])).join(", ");
}
