/** The ledger of one run: its spending, including that before a stop, and its limits. */
import { type Charge, exhausted, type Limits, type Tally } from "../domain/budget.ts";
import { OutOfBudget } from "../domain/errors.ts";
import { tallyIn } from "./events.ts";
import type { RunFolder } from "./run-folder.ts";

export interface Ledger {
  /** Logs a charge as an event of the run, before the reply is stored. A reply that is lost in between was paid for too. */
  charge(charge: Charge): void;
  /** The limit that stops further questions to the model or the judge, in words; null below all limits. A written kernel is still judged. */
  exhausted(by: Charge["by"]): string | null;
  /** Aborts with OutOfBudget when `exhausted` first names a limit. The search's work in flight then ends. */
  over(by: Charge["by"]): AbortSignal;
  /** The remaining model tokens. Null without a limit. */
  tokensLeft(): number | null;
}

/** The limits, with at most these tokens. */
export function withTokens(limits: Limits, tokens: number | undefined): Limits {
  return tokens === undefined ? limits : { ...limits, tokens: Math.min(tokens, limits.tokens ?? Infinity) };
}

/** Opens the ledger of a run. It reads the charges in the run's events at its first use. */
export function openLedger(run: RunFolder, limits: Limits): Ledger {
  let opened: Tally | undefined;
  const tally = (): Tally => (opened ??= tallyIn(run.events()));
  const ends = { model: new AbortController(), judge: new AbortController() };
  const reached = (by: Charge["by"]): string | null => exhausted(tally().spent(), by === "model" ? limits : { ...limits, tokens: null, costUsd: null });
  const over = (by: Charge["by"]): AbortSignal => {
    const limit = reached(by);
    if (limit !== null && !ends[by].signal.aborted) ends[by].abort(new OutOfBudget(limit));
    return ends[by].signal;
  };
  return {
    charge(charge) {
      const account = tally();
      run.emit({ type: "charged", charge });
      account.add(charge, Date.now());
      for (const by of ["model", "judge"] as const) over(by);
    },
    exhausted: reached,
    over,
    tokensLeft: () => (limits.tokens === null ? null : Math.max(0, limits.tokens - tally().spent().tokens)),
  };
}
