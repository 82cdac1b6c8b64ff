/** What a search may cost, before it starts. Prompts are measured; replies are taken to be as long as recorded ones. */
import { tokensIn } from "../domain/budget.ts";
import type { Estimate } from "../domain/estimate.ts";
import { costOf, type Price } from "../domain/price.ts";
import type { Policy } from "../domain/settings.ts";

/** Medians over the 40 replies in evals/recorded, whose planners wrote 2,338 characters and coders 6,322. Hidden reasoning is not in them. */
const REPLY_TOKENS = { planner: 585, coder: 1581 };

/** `prompts` are the first planner's and the first coder's, which show no history yet. */
export function estimateOf(prompts: readonly string[], policy: Policy, price: Price | null): Estimate {
  const { attempts, windowCap } = policy;
  const bare = prompts.reduce((sum, prompt) => sum + tokensIn(prompt), 0);
  const entry = REPLY_TOKENS.planner + REPLY_TOKENS.coder;
  const inputTokens = { low: attempts * bare, high: attempts * (bare + 2 * windowCap * entry) };
  const outputTokens = attempts * entry;
  const low = costOf(price, inputTokens.low, outputTokens);
  const high = costOf(price, inputTokens.high, outputTokens);
  return { attempts, calls: 2 * attempts, inputTokens, outputTokens, costUsd: low === null || high === null ? null : { low, high } };
}
