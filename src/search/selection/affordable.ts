/** Computes the number of attempts that a token budget pays for. It decides breadth and depth of a search. */
import { isCounted } from "../../run/attempt.ts";
import type { Policy } from "../../domain/settings.ts";
import type { SearchTree } from "../../run/tree.ts";

/** Estimated tokens per attempt in a search's first round, and the remaining tokens; null means unlimited. */
export interface TokenBudget {
  readonly left: number | null;
  readonly firstEstimate: number;
}

/**
 * The policy, limited to the attempts that the tokens pay for at the mean cost so far. The remaining tokens also pay for
 * the `inFlight` expansions.
 */
export function withinTokens(policy: Policy, tree: SearchTree, inFlight: number, { left, firstEstimate }: TokenBudget): Policy {
  if (left === null) return policy;
  const paid = tree.all().filter((one) => isCounted(one) && one.tokens > 0);
  const mean = paid.length === 0 ? firstEstimate : paid.reduce((sum, one) => sum + one.tokens, 0) / paid.length;
  const more = Math.max(inFlight, Math.floor(left / Math.max(mean, 1)));
  return { ...policy, attempts: Math.max(1, Math.min(policy.attempts, tree.spent() + more)) };
}
