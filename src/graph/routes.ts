/** Routing: pure functions of the state, returning the names of nodes. */
import { END, Send } from "@langchain/langgraph";
import { find, isBroken } from "../search/tree.ts";
import type { BranchState, SearchState } from "../state.ts";

/** One branch per expansion; nothing left to grow ends the search. */
export function fanOut(state: SearchState): Send[] | "promote" {
  const { run, baselines, tree } = state;
  if (state.expansions.length === 0) return "promote";
  return state.expansions.map((expansion) => new Send("branch", { run, baselines, tree, expansion }));
}

export function afterCollect(state: SearchState): "select" | "promote" {
  return state.ending ? "promote" : "select";
}

/** A passing attempt gets a plan first; a broken one is repaired as it is, and the agent that works alone plans for itself. */
export function afterDiagnose(state: BranchState): "analyze" | "refactor" {
  return state.expansion.first === "planner" ? "analyze" : "refactor";
}

export function afterAnalyze(state: BranchState): "refactor" | "verify" {
  return state.plan ? "refactor" : "verify";
}

/** The repair edge: bounded by what the expansion may spend. */
export function afterVerify(state: BranchState): "profile" | "refactor" | typeof END {
  const attempt = find(state.tree, state.focus);
  if (attempt.status === "ok") return "profile";
  return isBroken(attempt) && state.repairs < state.expansion.repairs ? "refactor" : END;
}
