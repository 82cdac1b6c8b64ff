/** Describes a run's spending beside its budgets and its estimate, as text for reports and the terminal. */
import type { Estimate, Limits, Spent } from "../../domain/budget.ts";
import type { Price } from "../../domain/price.ts";
import type { RunRecord } from "../../run/events.ts";
import { count, dollars, plural, seconds } from "../format.ts";
import { spentOn } from "./outcome.ts";

/** A row each for tokens, money, GPU seconds and working time. A run from before charge events has only its attempts' tokens. */
export function budgetRows({ started, spent, attempts }: RunRecord): [string, string][] {
  const { limits, price } = started;
  if (spent.seconds === 0) return [["tokens", count(spentOn(attempts).tokens)]];
  const guessed = spent.estimatedTokens > 0 ? `, ${count(spent.estimatedTokens)} of them estimated: the server did not count` : "";
  return [
    ["tokens", `${count(spent.tokens)}${of(limits.tokens, count)}${guessed}`],
    ["cost", `${costText(spent, price)}${of(limits.costUsd, dollars)}`],
    ["device seconds", `${count(Math.round(spent.gpuSeconds))}${of(limits.gpuSeconds, count)}`],
    ["work", `${seconds(spent.seconds)}${of(limits.seconds, seconds)} in which model or judge worked`],
  ];
}

const of = (limit: number | null, text: (value: number) => string): string => (limit === null ? "" : ` of ${text(limit)}`);

function costText(spent: Spent, price: Price | null): string {
  if (price === null || spent.costUsd === null) return "unknown: no price is known for this model";
  return `${dollars(spent.costUsd)} (${priceText(price)})`;
}

function priceText({ input, cachedInput, output, source, date }: Price): string {
  const cached = cachedInput === undefined ? "" : ` ($${cachedInput} from the cache)`;
  return input === 0 && output === 0 ? source : `$${input} in${cached}, $${output} out per million tokens; ${[source, date].filter(Boolean).join(", ")}`;
}

/** One sentence on the run's expected cost. */
export function estimateText({ attempts, calls, inputTokens, outputTokens, costUsd }: Estimate, price: Price | null): string {
  const range = `${count(inputTokens.low)} to ${count(inputTokens.high)} tokens in, about ${count(outputTokens)} out`;
  const money = costUsd && price ? `, ${dollars(costUsd.low)} to ${dollars(costUsd.high)} (${priceText(price)})` : "; no price is known for this model";
  return `${plural(attempts, "attempt")}, up to ${count(calls)} model calls: ${range}${money}. Replies sent back and hidden reasoning come on top.`;
}

/** The state of the budgets, such as "3 of 12 attempts, 41,000 of 200,000 tokens, $0.21 of $1.00, 34 device seconds, 4 min". */
export function standingText(attempts: { made: number; limit: number }, spent: Spent, limits: Limits): string {
  return [
    `${attempts.made} of ${plural(attempts.limit, "attempt")}`,
    `${count(spent.tokens)}${of(limits.tokens, count)} tokens`,
    spent.costUsd === null ? "" : `${dollars(spent.costUsd)}${of(limits.costUsd, dollars)}`,
    `${count(Math.round(spent.gpuSeconds))}${of(limits.gpuSeconds, count)} device seconds`,
    `${seconds(spent.seconds)}${of(limits.seconds, seconds)}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}
