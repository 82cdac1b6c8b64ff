/** A replay follows the tree of the recorded run: its own timings differ, so it would prefer other parents and ask for other replies. */
import { parseAttemptId } from "../../run/attempt-id.ts";
import { type Attempt, branchOf, isBroken, scoreOf } from "../../run/attempt.ts";
import type { RunRecord } from "../../run/events.ts";
import type { Policy, RecordedExpansion } from "../../domain/settings.ts";
import type { SearchTree } from "../../run/tree.ts";
import type { Expansion } from "./expansion.ts";
import { asExpansions, isAlone } from "./select.ts";

/** The recorded branches of a run, without those that made no attempt. A person may have chosen another parent than the selection. */
export function recordedExpansions({ expansions, attempts }: Pick<RunRecord, "expansions" | "attempts">): RecordedExpansion[] {
  return expansions.flatMap(({ attempt: id, parent }) => {
    const made = attempts.filter((one) => branchOf(one) === id && one.role !== "tuner");
    const first = made.find((one) => one.id === id);
    if (!first) return [];
    const secondParent = first.plan?.secondParent ?? null;
    return [{ attempt: id, parent: first.parent ?? parent, secondParent, repaired: first.role === "repairer", repairs: made.length - 1 }];
  });
}

/**
 * The recorded branches of a round, limited by the budget. A branch is skipped if its parent is missing here, or
 * if the parent is broken only here or only in the recording: the recorded reply would not fit. If nothing is in flight and a round has no
 * possible branch, the next recorded round with one takes its place.
 */
export function follow(recorded: readonly RecordedExpansion[], tree: SearchTree, inFlight: readonly Expansion[], policy: Policy, round: number): Expansion[] {
  const later = inFlight.length > 0 ? [] : recorded.map(({ attempt }) => parseAttemptId(attempt)?.round ?? 0).filter((one) => one > round);
  for (const next of [round, ...new Set(later.toSorted((a, b) => a - b))]) {
    const chosen = followRound(recorded, tree, inFlight, policy, next);
    if (chosen.length > 0) return chosen;
  }
  return [];
}

function followRound(recorded: readonly RecordedExpansion[], tree: SearchTree, inFlight: readonly Expansion[], policy: Policy, round: number): Expansion[] {
  const reserved = inFlight.reduce((sum, one) => sum + 1 + one.repairs, 0);
  const left = policy.attempts - tree.spent() - reserved;
  const possible = recorded
    .filter((one) => parseAttemptId(one.attempt)?.round === round)
    .flatMap((one) => {
      const parent = present(tree, one.parent);
      const second = one.secondParent === null ? null : present(tree, one.secondParent);
      const fits = parent && second !== undefined && (isAlone(policy, parent) || isBroken(parent) === one.repaired);
      return fits ? [{ one, parent, second }] : [];
    })
    .slice(0, Math.max(0, left));
  const chosen = possible.map(({ parent, second }) => ({ parent, why: second ? ("crossover" as const) : ("recorded" as const) }));
  const spare = Math.max(0, left - possible.length);
  return asExpansions(tree, inFlight, chosen, policy, left, round).map((expansion, at) => {
    const { one, second } = possible[at]!;
    const earlier = possible.slice(0, at).reduce((sum, other) => sum + other.one.repairs, 0);
    const repairs = Math.min(one.repairs, Math.max(0, spare - earlier));
    return { ...expansion, id: one.attempt, repairs, ...(second && { secondParent: second.id, first: "planner" as const }) };
  });
}

/** The attempt with that id, or else the last passing one of its branch. A recorded repair or tuning may be unnecessary here. */
function present(tree: SearchTree, id: string): Attempt | undefined {
  const isUsable = (one: Attempt): boolean => scoreOf(one) !== null || isBroken(one);
  const all = tree.all();
  return all.find((one) => one.id === id && isUsable(one)) ?? all.findLast((one) => branchOf(one) === branchOf({ id }) && scoreOf(one) !== null);
}
