import type { Block } from "../domain/block.ts";
import type { RunContext, SearchForm } from "../domain/request.ts";
import type { Fork } from "../run/fork.ts";
import type { Judge } from "./judge/client.ts";
import type { Ledger } from "../run/ledger.ts";
import type { Model } from "./model/client.ts";
import type { renderPrompt } from "./model/prompt.ts";
import type { RunFolder } from "../run/run-folder.ts";
import type { BlockRecord } from "./storage/block-record.ts";
import type { Trace } from "./tracing/trace.ts";

/** All access of a node to the outside world, for one run. */
export interface Tools {
  readonly run: RunFolder;
  readonly model: Model;
  readonly judge: Judge;
  readonly ledger: Ledger;
  /** the building blocks of prompts/blocks */
  readonly blocks: readonly Block[];
  readonly blockRecord: BlockRecord;
  readonly trace: Trace;
  readonly render: typeof renderPrompt;
  /** Ends the run: writes report.html and the winner's files. */
  publish(winner: string | null): void;
}

/** Returns the tools of a run. Equal folders get the same tools. */
export interface Toolbox {
  /**
   * Makes the folder of a new run for a request and returns its path. The same `step` gets the same folder, so a node that runs again
   * leaves no second one. Throws UserError where the request fits nothing.
   */
  create(request: SearchForm, context: RunContext, step: string): Promise<string>;
  open(run: string): Tools;
  /** Makes a run's fork beside it and returns its folder; the same `step` gets the same one. Throws UserError for a round that the run does not have. */
  fork(run: string, fork: Fork, step: string): string;
}
