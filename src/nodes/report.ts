import type { SearchState } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Writes the report and the winner's files. */
export const report = (toolbox: Toolbox) => async (state: SearchState) => {
  toolbox.open(state.run).publish(state.winner);
  return {};
};
