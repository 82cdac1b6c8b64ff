import { stopAfter } from "../search/stop.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** After a round: decides whether the search goes on, and if not, why. */
export const collect = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run } = toolbox.open(state.run);
  const fresh = state.tree.filter((one) => one.round === state.round);
  const silent = fresh.length > 0 && fresh.every((one) => one.status === "no_reply");
  const { policy } = run.about.settings;
  const stop = silent ? { reason: "no_reply" as const, detail: fresh[0]?.problem ?? "" } : stopAfter(state.tree, policy, state.round);
  const isEarly = stop?.reason === "plateau" || stop?.reason === "speed_of_light";
  const ending = isEarly && !policy.earlyStop ? null : stop;
  if (ending) run.emit({ type: "stopped", ...ending });
  return { ending };
};
