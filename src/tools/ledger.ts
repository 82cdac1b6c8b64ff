/** The account of one run: what it has spent, before a stop too, and whether it may spend more. */
import { type Charge, createTally, exhausted, type Limits, type Tally } from "../domain/budget.ts";
import type { RunFolder } from "./run-folder.ts";

export interface Ledger {
  /** Writes a charge down, as an event of the run. Made before the reply is kept: a reply lost in between was paid for too. */
  charge(charge: Charge): void;
  /** Which limit keeps the model, or the judge, from being asked more, in words; null while none does. What is paid for is still judged. */
  exhausted(by: Charge["by"]): string | null;
}

/** Opens the account of a run. It begins with the charges that the run's events hold, read when it is first used. */
export function openLedger(run: RunFolder, limits: Limits): Ledger {
  let opened: Tally | undefined;
  const tally = (): Tally => (opened ??= tallyOf(run));
  return {
    charge(charge) {
      const account = tally();
      run.emit({ type: "charged", charge });
      account.add(charge, Date.now());
    },
    exhausted: (by) => exhausted(tally().spent(), by === "model" ? limits : { ...limits, tokens: null, costUsd: null }),
  };
}

function tallyOf(run: RunFolder): Tally {
  const tally = createTally();
  for (const event of run.events()) if (event.type === "charged") tally.add(event.charge, Date.parse(event.at));
  return tally;
}
