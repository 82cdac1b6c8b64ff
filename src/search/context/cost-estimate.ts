/** Estimates the cost of a search before it starts. It measures the prompts, and assumes replies as long as recorded ones. */
import { CHARACTERS_PER_TOKEN, type Estimate, tokensIn } from "../../domain/budget.ts";
import { costOf, type Price } from "../../domain/price.ts";
import type { Role, Settings } from "../../domain/settings.ts";
import type { Language } from "../../domain/task.ts";

/** Characters of a plan, without hidden reasoning: the median of those in evals/recorded. */
const PLAN = 2338;
/**
 * Characters of a whole candidate. CUDA and C++: medians of 156 and 214 recorded first kernels (docs/results/search.md, "What a first kernel
 * costs"). Triton: no records, taken as C++.
 */
const CANDIDATE: Record<Language, number> = { cuda: 21_016, cpp: 6584, triton: 6584 };

/** `prompts` are those of a first attempt, without history. A single agent sees none, unless it changes what passed. */
export function estimateOf(
  prompts: readonly { role: Role; text: string }[],
  { policy, language }: Pick<Settings, "policy" | "language">,
  price: Price | null,
): Estimate {
  const { attempts, windowCap, historyTokens, change } = policy;
  const replyTokens = (role: Role): number => Math.ceil((role === "planner" ? PLAN : CANDIDATE[language]) / CHARACTERS_PER_TOKEN);
  const bare = prompts.reduce((sum, { text }) => sum + tokensIn(text), 0);
  const window = Math.min(historyTokens, windowCap * (replyTokens("planner") + replyTokens("coder")));
  const shown = prompts.filter(({ role }) => role !== "solo" || change === "direct").length * window;
  const inputTokens = { low: attempts * bare, high: attempts * (bare + shown) };
  const outputTokens = attempts * prompts.reduce((sum, { role }) => sum + replyTokens(role), 0);
  const low = costOf(price, inputTokens.low, outputTokens);
  const high = costOf(price, inputTokens.high, outputTokens);
  return { attempts, calls: prompts.length * attempts, inputTokens, outputTokens, costUsd: low === null || high === null ? null : { low, high } };
}
