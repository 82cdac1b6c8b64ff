import type { Equipment, Request } from "../domain/request.ts";
import type { Fork } from "./fork.ts";
import type { Judge } from "./judge.ts";
import type { Ledger } from "./ledger.ts";
import type { Memory } from "./memory.ts";
import type { Model } from "./model.ts";
import type { renderPrompt } from "./prompt.ts";
import type { RunFolder } from "./run-folder.ts";
import type { Trace } from "./trace.ts";

/** Everything a node may use of the outside world, for one run. */
export interface Tools {
  readonly run: RunFolder;
  readonly model: Model;
  readonly judge: Judge;
  readonly ledger: Ledger;
  readonly memory: Memory;
  readonly trace: Trace;
  readonly render: typeof renderPrompt;
  /** Ends the run: writes report.html and the winner's files. */
  publish(winner: string | null): void;
}

/** Hands out the tools of a run; the same folder always gets the same ones. */
export interface Toolbox {
  /** Makes the folder of a new run for a request and returns its path. Throws UserError where the request fits nothing. */
  create(request: Request, equipment: Equipment): Promise<string>;
  open(run: string): Tools;
  /** Makes a run's fork beside it and returns its folder. Throws UserError for a round that the run does not have. */
  fork(run: string, fork: Fork): string;
}
