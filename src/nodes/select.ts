import { withComposition } from "../search/compose.ts";
import { moduleShown } from "../search/parts.ts";
import { select as choose } from "../search/select.ts";
import { storyOf } from "../search/story.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/**
 * Chooses what grows next, beside what is in flight; nothing once the search has an ending. Where the run's folder is ahead of
 * the state, a person went back to an earlier checkpoint: the search goes on in a fork of the run, as it does with a new budget.
 */
export const select = (toolbox: Toolbox) => async (state: SearchState) => {
  const isAhead = toolbox.open(state.run).run.tree.rounds() > state.round;
  const isFork = isAhead || state.budget !== null;
  const path = isFork ? toolbox.fork(state.run, { round: state.round, attempts: state.budget, hint: state.hint }) : state.run;
  const { run } = toolbox.open(path);
  if (state.hint !== "") run.tell({ kind: "hint", on: `round ${state.round + 1}`, text: state.hint });
  const { task, settings } = run.about;
  const { policy, seed } = settings;
  const round = state.round + 1;
  const inFlight = state.expansions;
  const tree = run.tree.without(inFlight.map((one) => one.id));
  const ending = isFork ? null : state.ending;
  const next = ending ? [] : choose(tree, inFlight, policy, seed, round);
  const hasParts = moduleShown(policy, state.baselines!, task.source) !== null;
  const chosen = hasParts ? withComposition(tree, next, inFlight) : next;
  if (chosen.length > 0) run.emit({ type: "selected", round, expansions: chosen.map(({ id, parent, why }) => ({ attempt: id, parent, why })) });
  const expansions = [...inFlight, ...chosen];
  if (expansions.length === 0 && !ending) run.emit({ type: "stopped", reason: "plateau", detail: "nothing is left to grow" });
  return { story: storyOf(run.about, tree, expansions, ending), run: path, round, expansions, ending, hint: "", budget: null };
};
