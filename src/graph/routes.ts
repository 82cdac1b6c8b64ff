/** Routing: pure functions of the state, returning the names of nodes. */
import { END, Send } from "@langchain/langgraph";
import type { BranchState, SearchState } from "../state.ts";

/** One branch per expansion, or the window in async mode; nothing left to grow ends the search. */
export function afterSelect(state: SearchState): Send[] | "window" | Promotion {
  const { run, baselines } = state;
  if (state.expansions.length === 0) return toPromotion(state);
  if (state.mode === "async") return "window";
  return state.expansions.map((expansion) => new Send("branch", { run, baselines, expansion, waits: state.waitsFor.includes("plans") }));
}

type Promotion = "confirm" | "promote";
const toPromotion = (state: SearchState): Promotion => (state.waitsFor.includes("promotion") ? "confirm" : "promote");

export function afterCollect(state: SearchState): "select" | Promotion {
  return state.ending && state.expansions.length === 0 ? toPromotion(state) : "select";
}

/** A passing attempt gets a plan first; a broken one is repaired as it is, and the agent that works alone plans for itself. */
export function afterDiagnose(state: BranchState): "analyze" | "refactor" {
  return state.expansion.first === "planner" ? "analyze" : "refactor";
}

export function afterAnalyze(state: BranchState): "approve" | "refactor" | "verify" {
  if (!state.plan) return "verify";
  return state.waits ? "approve" : "refactor";
}

/** A plan that was sent back is made anew. */
export function afterApprove(state: BranchState): "refactor" | "analyze" {
  return state.plan ? "refactor" : "analyze";
}

/** The repair edge: bounded by what the expansion may spend. */
export function afterVerify(state: BranchState): "profile" | "refactor" | typeof END {
  if (state.outcome === "ok") return "profile";
  return state.outcome === "broken" && state.repairs < state.expansion.repairs ? "refactor" : END;
}
