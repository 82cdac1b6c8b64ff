import { select as choose } from "../search/select.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Chooses the attempts that the next round grows. */
export const select = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run } = toolbox.open(state.run);
  const { policy, seed } = run.about.settings;
  const round = state.round + 1;
  const expansions = choose(state.tree, [], policy, seed, round);
  run.emit({ type: "selected", round, expansions: expansions.map(({ id, parent, why }) => ({ attempt: id, parent, why })) });
  if (expansions.length === 0) run.emit({ type: "stopped", reason: "plateau", detail: "nothing is left to grow" });
  return { round, expansions };
};
