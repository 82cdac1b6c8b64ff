import type { Runtime } from "@langchain/langgraph";
import { RunContext } from "../domain/request.ts";
import { type SearchRequest, STATE_VERSION, stepOf } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/**
 * Opens the search: the run in the given folder, or a new run for the request. A thread with an earlier search starts a
 * anew. The pasted source goes to the run's folder and leaves the state.
 */
export const open = (toolbox: Toolbox) => async (state: SearchRequest, runtime: Runtime) => {
  const { run, version, ...request } = state;
  const isGiven = run !== "" && version === 0;
  const path = isGiven ? run : await toolbox.create(request, RunContext.parse(runtime.context ?? {}), stepOf(runtime));
  return {
    summary: "",
    run: path,
    source: "",
    round: 0,
    expansions: [],
    completed: null,
    ending: null,
    finalists: null,
    hint: "",
    budget: null,
    winner: null,
    version: STATE_VERSION,
  };
};
