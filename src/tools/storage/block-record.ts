/** What building blocks gained in earlier runs, in a LangGraph store. Without a store, nothing is read or written. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { BlockOutcome } from "../../domain/block.ts";

export interface BlockRecord {
  recall(): Promise<BlockOutcome[]>;
  /** Stores the outcome of a block in one run. A repetition counts once. */
  note(run: string, outcome: BlockOutcome): Promise<void>;
}

/** A limit above any record's size: LangGraph's default limit is ten. */
const ALL = 1_000_000;

export function createBlockRecord(opened: () => Promise<BaseStore> | null): BlockRecord {
  let store: Promise<BaseStore> | null | undefined;
  const open = async (): Promise<BaseStore | null> => await (store === undefined ? (store = opened()) : store);
  return {
    async recall() {
      const found = await (await open())?.search(["blocks"], { limit: ALL });
      return (found ?? []).map(({ value }) => BlockOutcome.parse(value));
    },
    async note(run, outcome) {
      await (await open())?.put(["blocks", outcome.block], run, outcome);
    },
  };
}
