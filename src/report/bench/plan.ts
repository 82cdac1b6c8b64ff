/** The plan of a bench before it starts: its runs, and their expected cost. */
import type { Estimate } from "../../domain/budget.ts";
import type { Price } from "../../domain/price.ts";
import { estimateText } from "../run/budget.ts";
import { plural } from "../format.ts";
import { printable } from "../terminal/summary.ts";

/** A run before it starts. */
interface Estimated {
  variant: string;
  task: string;
  price: Price | null;
  estimate: Estimate;
}

/** How many tasks are named. */
const SHOWN = 40;

/** The tasks, and for each variant what its runs may cost together. */
export function benchPlanText(runs: readonly Estimated[]): string {
  const variants = [...new Set(runs.map((one) => one.variant))];
  const tasks = [...new Set(runs.map((one) => one.task))];
  const lines = variants.map((variant) => {
    const own = runs.filter((one) => one.variant === variant);
    return `${variant}: ${estimateText(total(own.map((one) => one.estimate)), own[0]?.price ?? null)}`;
  });
  return printable(
    `${plural(runs.length, "run")} on ${plural(tasks.length, "task")}:\n${tasks.slice(0, SHOWN).join("\n")}${tasks.length > SHOWN ? `\nand ${tasks.length - SHOWN} more` : ""}\n${lines.join("\n")}\n`,
  );
}

function total(estimates: readonly Estimate[]): Estimate {
  const sum = (of: (one: Estimate) => number): number => estimates.reduce((all, one) => all + of(one), 0);
  const known = estimates.flatMap((one) => one.costUsd ?? []);
  return {
    attempts: sum((one) => one.attempts),
    calls: sum((one) => one.calls),
    inputTokens: { low: sum((one) => one.inputTokens.low), high: sum((one) => one.inputTokens.high) },
    outputTokens: sum((one) => one.outputTokens),
    costUsd: known.length < estimates.length ? null : { low: sum((one) => one.costUsd?.low ?? 0), high: sum((one) => one.costUsd?.high ?? 0) },
  };
}
