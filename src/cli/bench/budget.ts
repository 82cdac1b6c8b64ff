/** A token budget for a whole bench. Each variant gets an equal part, and each of its runs a part by its weight. Later runs of a variant may use the unused tokens of earlier ones. */
import { recordOf } from "../../run/events.ts";
import { openRun } from "../../run/run-folder.ts";

export interface SharedTokens {
  /** The token limit of a run: its tokens so far, plus its part of its variant's remaining tokens. */
  allow(run: string): number;
  /** Records that a run has ended. */
  ended(run: string): void;
}

interface Planned {
  readonly variant: string;
  readonly run: string;
  /** its part of the variant's tokens; 1 if absent */
  readonly weight?: number;
}

/** Shares `total` tokens among the runs; `spentBy` is what a run has spent so far. */
export function shareTokens(total: number, runs: readonly Planned[], spentBy: (run: string) => number): SharedTokens {
  const variants = new Set(runs.map((one) => one.variant)).size;
  const done = new Set<string>();
  const allowed = new Map<string, number>();
  return {
    allow(run) {
      const { variant, weight = 1 } = runs.find((one) => one.run === run) ?? {};
      const others = runs.filter((one) => one.variant === variant && one.run !== run);
      const used = others.reduce((sum, one) => sum + (done.has(one.run) ? spentBy(one.run) : (allowed.get(one.run) ?? spentBy(one.run))), 0);
      const waiting = others.filter((one) => !done.has(one.run) && !allowed.has(one.run)).reduce((sum, one) => sum + (one.weight ?? 1), 0);
      const own = spentBy(run);
      const left = Math.max(0, total / variants - used - own);
      const allowance = Math.max(1, Math.floor(own + (left * weight) / (waiting + weight)));
      allowed.set(run, allowance);
      return allowance;
    },
    ended: (run) => void done.add(run),
  };
}

/** Tokens that the run in a folder has spent, by its events. */
export function tokensSpent(folder: string): number {
  const events = openRun(folder).events();
  return events.length === 0 ? 0 : recordOf(events).spent.tokens;
}
