import { silence, stopAfter } from "../search/selection/stop.ts";
import { summaryOf } from "../search/context/summary.ts";
import { twinsOf } from "../search/selection/twins.ts";
import type { SearchState } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Runs when branches have returned. It notes duplicates and decides whether the search ends, and why. */
export const collect = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, ledger } = toolbox.open(state.run);
  const { policy, model, target } = run.about.settings;
  const back = state.completed === null ? state.expansions.map((one) => one.id) : [state.completed];
  const expansions = state.expansions.filter((one) => !back.includes(one.id));
  const tree = run.tree.without(expansions.map((one) => one.id));
  for (const twin of twinsOf(tree, run.tree.madeBy(back))) run.emit({ type: "duplicate", ...twin }); // the tree takes note of it
  const summary = (ending: SearchState["ending"]) => summaryOf(run.about, tree, expansions, ending);
  if (state.ending) return { summary: summary(state.ending), expansions, completed: null };

  const mayStop = policy.earlyStop && model.source === "live"; // a recording without a reply ends a branch alone
  const stop =
    (mayStop ? silence(tree, policy, run.tree.madeBy(back)) : null) ??
    stopAfter(tree, policy, { round: state.round, returned: run.tree.returned() }, target, ledger.exhausted("model"));
  const isEarly = stop?.reason === "plateau" || stop?.reason === "speed_of_light";
  const follows = model.expansions.length > 0; // the recorded run ended where it ended, whatever is measured here
  const ending = isEarly && (follows || !policy.earlyStop) ? null : stop;
  if (ending) run.emit({ type: "stopped", ...ending });
  return { summary: summary(ending), expansions, completed: null, ending };
};
