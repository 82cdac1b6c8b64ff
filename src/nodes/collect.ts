import { stopAfter } from "../search/stop.ts";
import { storyOf } from "../search/story.ts";
import { twinsOf } from "../search/twins.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** When branches have returned: closes twins, and decides whether the search goes on, and if not, why. */
export const collect = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, ledger } = toolbox.open(state.run);
  const { policy } = run.about.settings;
  const back = state.landed === null ? state.expansions.map((one) => one.id) : [state.landed];
  const expansions = state.expansions.filter((one) => !back.includes(one.id));
  const tree = run.tree.without(expansions.map((one) => one.id));
  for (const attempt of twinsOf(tree, run.tree.madeBy(back))) run.emit({ type: "attempted", attempt }); // the tree takes note of it
  const story = (ending: SearchState["ending"]) => storyOf(run.about, tree, expansions, ending);
  if (state.ending) return { story: story(state.ending), expansions, landed: null };

  const fresh = run.tree.madeBy(back);
  const silent = fresh.length > 0 && fresh.every((one) => one.status === "no_reply");
  const stop = silent ? { reason: "no_reply" as const, detail: fresh[0]?.problem ?? "" } : stopAfter(tree, policy, state.round, ledger.exhausted("model"));
  const isEarly = stop?.reason === "plateau" || stop?.reason === "speed_of_light";
  const ending = isEarly && !policy.earlyStop ? null : stop;
  if (ending) run.emit({ type: "stopped", ...ending });
  return { story: story(ending), expansions, landed: null, ending };
};
