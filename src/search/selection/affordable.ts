/** Computes the attempts that a token budget pays for. It decides breadth and depth of a search, and at its end whether first kernels follow. */
import { type Attempt, isCounted } from "../../run/attempt.ts";
import type { Policy } from "../../domain/settings.ts";
import { ROOT, type SearchTree } from "../../run/tree.ts";
import { firstRoundSize } from "./refine.ts";

/**
 * The cost of a change as a multiple of a first kernel's, while no change is paid: its prompt holds the source that it changes. C++: the median
 * of the twelve searches in docs/results/strategies-cpu-2.tar.gz, which had 1.35 to 2.35. CUDA: the four searches in
 * docs/results/strategies-h200-2.tar.gz had 1.65 to 2.13.
 */
const CHANGE = 1.9;

/**
 * The cost of a kernel as a multiple of its estimate, for strategies that change none. It counts while none is paid, because their attempts
 * begin side by side. The longest of 370 recorded first kernels cost 1.82 times its estimate (docs/results/search.md, "What a first kernel
 * costs"). With changes to come, the first round stays as wide as the estimate allows.
 */
const UNKNOWN = 1.9;

/** Estimated tokens per attempt in a search's first round, and the remaining tokens; null means unlimited. */
export interface TokenBudget {
  readonly left: number | null;
  readonly firstEstimate: number;
}

/**
 * The policy, limited to the attempts that the tokens pay for. A first kernel and a change each count at their mean cost so far.
 * The remaining tokens also pay for the `inFlight` expansions. `refine` makes further first kernels if they pay for no change.
 */
export function withinTokens(policy: Policy, tree: SearchTree, inFlight: number, { left, firstEstimate }: TokenBudget): Policy {
  if (left === null) return policy;
  const paid = tree.all().filter((one) => isCounted(one) && one.tokens > 0);
  const isFirst = (one: Attempt): boolean => one.parent === ROOT || !makesChanges(policy);
  const first = meanTokens(paid.filter(isFirst)) ?? (makesChanges(policy) ? 1 : UNKNOWN) * firstEstimate;
  const change = meanTokens(paid.filter((one) => !isFirst(one))) ?? first * CHANGE;
  const spent = tree.spent();
  const begun = tree.childrenOf(ROOT).length;
  const costOf = (more: number): number => {
    const firsts = makesChanges(policy) ? Math.min(more, Math.max(0, firstRoundSize({ ...policy, attempts: spent + more }) - begun)) : more;
    return firsts * first + (more - firsts) * change;
  };
  let more = 0;
  while (spent + more < policy.attempts && costOf(more + 1) <= left) more++;
  if (policy.selection === "refine" && begun > 0 && more <= inFlight) {
    const firsts = Math.floor((left - costOf(inFlight)) / first); // no change can be paid any more, but a first kernel costs less
    if (firsts > 0) return { ...policy, selection: "root", attempts: Math.min(policy.attempts, spent + inFlight + firsts) };
  }
  return { ...policy, attempts: Math.max(1, Math.min(policy.attempts, spent + Math.max(inFlight, more))) };
}

/** Whether a policy changes kernels that pass. Else all attempts count alike, repairs too. */
const makesChanges = ({ selection }: Policy): boolean => selection !== "root" && selection !== "mend";

function meanTokens(attempts: readonly Attempt[]): number | null {
  return attempts.length === 0 ? null : attempts.reduce((sum, one) => sum + one.tokens, 0) / attempts.length;
}
