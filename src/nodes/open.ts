import { Equipment } from "../domain/request.ts";
import type { SearchRequest } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/**
 * Opens the search: the run whose folder is given, or a new one for the request. A thread that has searched before begins
 * anew. The pasted source goes to the run's folder and leaves the state. `shape` is the graph's.
 */
export const open = (toolbox: Toolbox, shape: () => string) => async (state: SearchRequest, runtime: { context?: unknown }) => {
  const { run, baselines, ...request } = state;
  const isGiven = run !== "" && baselines === null;
  const path = isGiven ? run : await toolbox.create(request, Equipment.parse(runtime.context ?? {}));
  return {
    story: "",
    run: path,
    source: "",
    baselines: null,
    round: 0,
    expansions: [],
    landed: null,
    ending: null,
    finalists: null,
    hint: "",
    budget: null,
    winner: null,
    shape: shape(),
  };
};
