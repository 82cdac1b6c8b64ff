/** Paired tables of a comparison: each strategy against one of them, over the same tasks and seeds. */
import { percentText } from "../../../src/domain/measure.ts";
import { estimate, exp, geomean, mean, signFlip } from "../../../src/report/bench/statistics.ts";
import type { Row } from "./compare.ts";

/** Markdown tables, one per bound: the result of each strategy and its ratio to `base`. Intervals are bootstrapped over tasks. */
export function tablesOf(rows: readonly Row[], base: string): string {
  const bounds = [...new Set(rows.map((row) => row.equal))];
  return bounds
    .map(
      (equal) =>
        `## At equal ${equal}\n\n${tableOf(
          rows.filter((row) => row.equal === equal),
          base,
        )}`,
    )
    .join("\n\n");
}

function tableOf(rows: readonly Row[], base: string): string {
  const head = ["strategy", "speedup", `against ${base}`, "p", "losses", "tokens per task", "passed", "failures"];
  const lines = [...Map.groupBy(rows, (row) => row.strategy)].map(([strategy, own]) => {
    const ratios = pairedRatios(own, rows, base);
    const losses = ratios.filter((one) => one < 0).length;
    const against = ratios.length === 0 ? "" : times(exp(estimate(ratios)));
    return [
      `\`${strategy}\``,
      times(geomean(own.map((row) => row.kept))),
      strategy === base ? "1" : against,
      strategy === base ? "" : signFlip(ratios).toPrecision(2),
      strategy === base ? "" : `${losses} of ${ratios.length}`,
      String(Math.round(mean(own.map((row) => row.tokens)))),
      percentText(
        own.reduce((sum, row) => sum + row.passed, 0) /
          Math.max(
            1,
            own.reduce((sum, row) => sum + row.attempts, 0),
          ),
      ),
      failuresText(own),
    ];
  });
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Per task, the mean over seeds of the logarithm of the ratio of the winners' speedups when measured again: the best of many noisy times is biased. */
function pairedRatios(own: readonly Row[], rows: readonly Row[], base: string): number[] {
  const pairs = own.flatMap((row) => {
    const other = rows.find((one) => one.strategy === base && one.task === row.task && one.seed === row.seed);
    return other ? [{ task: row.task, ratio: Math.log(row.kept / other.kept) }] : [];
  });
  return [...Map.groupBy(pairs, (pair) => pair.task).values()].map((of) => mean(of.map((pair) => pair.ratio)));
}

const times = ({ value, low, high }: { value: number; low: number; high: number }): string => `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

function failuresText(rows: readonly Row[]): string {
  const sums = new Map<string, number>();
  for (const { failures } of rows) for (const [status, count] of Object.entries(failures)) sums.set(status, (sums.get(status) ?? 0) + count);
  return [...sums].map(([status, count]) => `${count} ${status}`).join(", ");
}
