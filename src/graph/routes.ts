/** Routing: pure functions from the state to names of nodes. */
import { END, Send } from "@langchain/langgraph";
import type { BranchState, SearchState } from "./state.ts";

/** One branch per expansion, or the in-flight pool in async mode. Without expansions the search ends. */
export function afterSelect(state: SearchState): Send[] | "pool" | Promotion {
  if (state.expansions.length === 0) return toPromotion(state);
  if (state.mode === "async") return "pool";
  return state.expansions.map((expansion) => new Send("branch", { run: state.run, expansion, waits: state.waitsFor.includes("plans") }));
}

type Promotion = "confirm" | "promote";
const toPromotion = (state: SearchState): Promotion => (state.waitsFor.includes("promotion") ? "confirm" : "promote");

export function afterCollect(state: SearchState): "select" | Promotion {
  return state.ending && state.expansions.length === 0 ? toPromotion(state) : "select";
}

/** A passing attempt gets a plan first. A broken one is repaired directly. The single agent works without a separate plan. */
export function afterDiagnose(state: BranchState): "analyze" | "refactor" {
  return state.expansion.first === "planner" ? "analyze" : "refactor";
}

/** An expansion without a plan ends. */
export function afterAnalyze({ step, waits }: BranchState): "approve" | "refactor" | typeof END {
  if (step.phase === "ended") return END;
  return waits ? "approve" : "refactor";
}

/** After a rejection the planner makes a new plan. */
export function afterApprove({ step }: BranchState): "refactor" | "analyze" {
  return step.phase === "planned" ? "refactor" : "analyze";
}

/** A branch without a kernel ends. */
export function afterRefactor({ step }: BranchState): "verify" | typeof END {
  return step.phase === "ended" ? END : "verify";
}

/** The repair edge, bounded by the expansion's budget. */
export function afterVerify({ step, repairs, expansion }: BranchState): "profile" | "refactor" | typeof END {
  if (step.phase === "passed") return "profile";
  return step.phase === "broken" && repairs < expansion.repairs ? "refactor" : END;
}
