import { type Attempt, scoreOf } from "../../run/attempt.ts";
import { percentText } from "../../domain/measure.ts";
import type { Policy } from "../../domain/settings.ts";
import type { SearchTree, Tree } from "../../run/tree.ts";
import type { Target } from "../../domain/task.ts";
import { isSlow } from "./finalists.ts";
import { fastest, ranking } from "./kinship.ts";

export interface Stop {
  reason: "budget" | "plateau" | "target" | "speed_of_light";
  detail: string;
}

/** The search stops where the needed bytes take this fraction of the best time. Other floors never stop it, because a kernel can beat them. */
const NEAR_THE_FLOOR = 0.95;
/** A round counts as progress if it makes the best attempt faster by at least this factor. */
const PROGRESS = 1.01;

/** The reason to end the search after a round, or null. `limit` is the reached limit of the run, if any. */
export function stopAfter(tree: SearchTree, policy: Policy, round: number, target: Target, limit: string | null = null): Stop | null {
  if (limit !== null) return { reason: "budget", detail: limit };
  if (tree.spent() >= policy.attempts) return { reason: "budget", detail: `all ${policy.attempts} attempts are spent` };
  const best = fastest(tree);
  const { targetSpeedup } = policy;
  const reached = targetSpeedup === null ? undefined : surely(tree, targetSpeedup, target);
  if (reached) return { reason: "target", detail: `${reached.id} is at least ${targetSpeedup} times as fast as the reference (95 % CI)` };
  const share = best?.diagnosis?.neededFraction ?? 0;
  if (best && share >= NEAR_THE_FLOOR)
    return { reason: "speed_of_light", detail: `the bytes that every correct kernel must move take ${percentText(share)} of the time of ${best.id}` };
  return stalled(tree, round, policy.plateauRounds) ? { reason: "plateau", detail: `no gain of 1 % in ${policy.plateauRounds} rounds` } : null;
}

/** The best attempt whose whole interval lies at or above a speedup, and that is slow on no shape. */
function surely(tree: Tree, speedup: number, target: Target): Attempt | undefined {
  for (const one of ranking(tree)) {
    if ((one.speedup?.low ?? 0) >= speedup && !isSlow(one, target)) return one;
    if ((scoreOf(one) ?? 0) < speedup) return undefined; // nor is any that follows
  }
  return undefined;
}

/** Whether the last `rounds` rounds, up to `round`, made the best attempt no faster. */
export function stalled(tree: Tree, round: number, rounds: number): boolean {
  const before = ranking(tree).find((one) => one.round <= round - rounds);
  return before !== undefined && scoreOf(fastest(tree)!)! / scoreOf(before)! < PROGRESS;
}
