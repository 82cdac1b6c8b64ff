import { withComposition } from "../search/compose.ts";
import { select as choose } from "../search/select.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Chooses what grows next, beside what is in flight; nothing once the search has an ending. */
export const select = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run } = toolbox.open(state.run);
  const { policy, seed } = run.about.settings;
  const round = state.round + 1;
  const inFlight = state.expansions;
  const tree = run.tree.without(inFlight.map((one) => one.id));
  const next = state.ending ? [] : choose(tree, inFlight, policy, seed, round);
  const chosen = policy.guidance ? withComposition(tree, next, inFlight) : next;
  if (chosen.length > 0) run.emit({ type: "selected", round, expansions: chosen.map(({ id, parent, why }) => ({ attempt: id, parent, why })) });
  const expansions = [...inFlight, ...chosen];
  if (expansions.length === 0 && !state.ending) run.emit({ type: "stopped", reason: "plateau", detail: "nothing is left to grow" });
  return { round, expansions };
};
