import { outcomesIn } from "../search/context/blocks.ts";
import type { SearchState } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** After a search, stores what its building blocks gained, for later runs. Does nothing without --block-record or in a replay. */
export const learn = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, blockRecord } = toolbox.open(state.run);
  const { settings, id } = run.about;
  if (settings.blockRecord === null || settings.model.source === "replay") return {};
  for (const outcome of outcomesIn(run.tree.without([]))) await blockRecord.note(id, outcome);
  return {};
};
