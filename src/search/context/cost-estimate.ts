/** Estimates the cost of a search before it starts. It measures the prompts, and assumes replies as long as recorded ones. */
import { CHARACTERS_PER_TOKEN, type Estimate, tokensIn } from "../../domain/budget.ts";
import { costOf, type Price } from "../../domain/price.ts";
import type { Policy, Role } from "../../domain/settings.ts";

/** Characters of a reply, without hidden reasoning: medians over the 40 plans and candidates in evals/recorded. */
const REPLY = { plan: 2338, candidate: 6322 };
const replyTokens = (role: Role): number => Math.ceil((role === "planner" ? REPLY.plan : REPLY.candidate) / CHARACTERS_PER_TOKEN);

/** `prompts` are those of a first attempt, without history. A single agent sees none, unless it changes what passed. */
export function estimateOf(prompts: readonly { role: Role; text: string }[], policy: Policy, price: Price | null): Estimate {
  const { attempts, windowCap, historyTokens, change } = policy;
  const bare = prompts.reduce((sum, { text }) => sum + tokensIn(text), 0);
  const window = Math.min(historyTokens, windowCap * (replyTokens("planner") + replyTokens("coder")));
  const shown = prompts.filter(({ role }) => role !== "solo" || change === "direct").length * window;
  const inputTokens = { low: attempts * bare, high: attempts * (bare + shown) };
  const outputTokens = attempts * prompts.reduce((sum, { role }) => sum + replyTokens(role), 0);
  const low = costOf(price, inputTokens.low, outputTokens);
  const high = costOf(price, inputTokens.high, outputTokens);
  return { attempts, calls: prompts.length * attempts, inputTokens, outputTokens, costUsd: low === null || high === null ? null : { low, high } };
}
