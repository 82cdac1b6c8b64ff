import { type Attempt, branchOf, isCounted, scoreOf } from "../../run/attempt.ts";
import { percentText } from "../../domain/measure.ts";
import type { Policy } from "../../domain/settings.ts";
import type { SearchTree, Tree } from "../../run/tree.ts";
import type { Target } from "../../domain/task.ts";
import { roundSize } from "./expansion.ts";
import { isSlow } from "./finalists.ts";
import { fastest, ranking } from "./kinship.ts";
import { firstRoundSize } from "./refine.ts";

export interface Stop {
  reason: "budget" | "plateau" | "target" | "speed_of_light" | "no_reply";
  detail: string;
}

/** How far a search has come. */
export interface Standing {
  /** the last selection */
  readonly round: number;
  /** in async mode: the branches that have returned, in order */
  readonly returned: readonly string[];
}

/** The search stops where the needed bytes take this fraction of the best time. Other floors never stop it, because a kernel can beat them. */
const NEAR_THE_FLOOR = 0.95;
/** A round counts as progress if it makes the best attempt faster by at least this factor. */
const PROGRESS = 1.01;

/** The reason to end the search after a round or a returned branch, or null. `limit` is the reached limit of the run, if any. */
export function stopAfter(tree: SearchTree, policy: Policy, at: Standing, target: Target, limit: string | null = null): Stop | null {
  if (limit !== null) return { reason: "budget", detail: limit };
  if (tree.spent() >= policy.attempts) return { reason: "budget", detail: `all ${policy.attempts} attempts are spent` };
  const best = fastest(tree);
  const { targetSpeedup } = policy;
  const reached = targetSpeedup === null ? undefined : surely(tree, targetSpeedup, target);
  if (reached) return { reason: "target", detail: `${reached.id} is at least ${targetSpeedup} times as fast as the reference (95 % CI)` };
  const share = best?.diagnosis?.neededFraction ?? 0;
  if (best && share >= NEAR_THE_FLOOR)
    return { reason: "speed_of_light", detail: `the bytes that every correct kernel must move take ${percentText(share)} of the time of ${best.id}` };
  const rounds = policy.plateauRounds;
  const span = policy.async ? `the last ${branchesIn(policy, rounds)} branches` : `${rounds} rounds`;
  return stalled(tree, policy, at, rounds) ? { reason: "plateau", detail: `no gain of 1 % in ${span}` } : null;
}

/** The search ends after this many attempts in a row without a usable reply. A whole round counts, if it is larger. */
const SILENT = 4;

/** The reason to end a search whose model gives no usable replies, or null. `fresh` are the attempts that have just returned. */
export function silence(tree: SearchTree, policy: Policy, fresh: readonly Attempt[]): Stop | null {
  const enough = Math.min(policy.attempts, Math.max(SILENT, roundSize(policy).expansions));
  const latest = tree.backwards().filter(isCounted).take(enough).toArray();
  const isSilent = fresh.length > 0 && latest.length === enough && [...latest, ...fresh].every((one) => one.status === "no_reply");
  return isSilent ? { reason: "no_reply", detail: fresh[0]!.problem } : null;
}

/** The best attempt whose whole interval lies at or above a speedup, and that is slow on no shape. */
function surely(tree: Tree, speedup: number, target: Target): Attempt | undefined {
  for (const one of ranking(tree)) {
    if ((one.speedup?.low ?? 0) >= speedup && !isSlow(one, target)) return one;
    if ((scoreOf(one) ?? 0) < speedup) return undefined; // nor is any that follows
  }
  return undefined;
}

/**
 * Whether the last `rounds` rounds made the best attempt no faster. In async mode each return begins a new round. There the last returned
 * branches count, as many as `rounds` whole rounds begin.
 */
export function stalled(tree: Tree, policy: Policy, at: Standing, rounds: number): boolean {
  const before = ranking(tree).find(policy.async ? beforeReturns(policy, at.returned, rounds) : (one) => one.round <= at.round - rounds);
  return before !== undefined && scoreOf(fastest(tree)!)! / scoreOf(before)! < PROGRESS;
}

const branchesIn = (policy: Policy, rounds: number): number => rounds * roundSize(policy).expansions;

/** A test for attempts from before the returned branches of the last `rounds` rounds. No attempt is, until a first round has returned beside them. */
function beforeReturns(policy: Policy, returned: readonly string[], rounds: number): (attempt: Attempt) => boolean {
  const count = branchesIn(policy, rounds);
  const recent = new Set(returned.slice(-count));
  return (attempt) => returned.length >= firstRoundSize(policy) + count && !recent.has(branchOf(attempt));
}
