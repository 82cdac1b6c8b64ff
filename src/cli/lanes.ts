/** What each branch of a running search is at: LangGraph tells of every node that starts and ends, and this keeps those that have not ended. */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { isRepair } from "../domain/attempt.ts";
import { FOLLOWER } from "../domain/span.ts";
import type { Expansion } from "../search/expansion.ts";

export interface Lane {
  /** the branch; null for work on the run as a whole */
  branch: string | null;
  doing: string;
  /** milliseconds since the epoch */
  since: number;
}

export interface Lanes {
  /** to be handed to the graph */
  handler: BaseCallbackHandler;
  /** what is going on, longest first */
  now(): readonly Lane[];
}

/** Nodes that take time, in words; the others are over at once. */
const doings: Readonly<Record<string, string>> = {
  prepare: "the reference is measured",
  analyze: "is planned",
  refactor: "is written",
  verify: "is built, checked and timed",
  tune: "is tuned",
  promote: "the best are measured again in fresh processes",
};

export function createLanes(): Lanes {
  const open = new Map<string, Lane>();
  return { handler: new LaneKeeper(open), now: () => [...open.values()] };
}

class LaneKeeper extends BaseCallbackHandler {
  override name = FOLLOWER;
  readonly #open: Map<string, Lane>;
  constructor(open: Map<string, Lane>) {
    super();
    this.#open = open;
  }

  override handleChainStart(...[, inputs, runId, , , metadata, , name]: Parameters<NonNullable<BaseCallbackHandler["handleChainStart"]>>): void {
    const doing = doings[name ?? ""];
    if (name !== metadata?.["langgraph_node"] || doing === undefined) return; // routes and graphs run under a node's name too
    const { expansion, focus = "" } = inputs as { expansion?: Expansion; focus?: string };
    const repairs = name === "refactor" && expansion !== undefined && (expansion.first === "repairer" || isRepair(focus, expansion));
    this.#open.set(runId, { branch: expansion?.id ?? null, doing: repairs ? "is repaired" : doing, since: Date.now() });
  }

  override handleChainEnd(_outputs: unknown, runId: string): void {
    this.#open.delete(runId);
  }

  override handleChainError(_error: unknown, runId: string): void {
    this.#open.delete(runId);
  }
}
