/**
 * Async mode: a window of branches in flight, from which one returns at a time. A fan-out by Send cannot do this, because
 * LangGraph waits for all of its branches; so this one node runs the branch graph beside the search and awaits the first.
 * Branches keep no checkpoints here: one that a kill cut off starts again, and finds every reply and verdict on disk.
 */
import { AsyncResource } from "node:async_hooks";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { FOLLOWER } from "../domain/span.ts";
import type { Expansion } from "../search/expansion.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { branch } from "./branch.ts";

/**
 * Starts the expansions that are not in flight yet and waits for one: the first to return, or the one that returned at
 * this point before, in the run's own log (a resumed run) or in the recorded run's (a replay).
 */
export const window = (toolbox: Toolbox) => {
  const graph = branch(toolbox, false);
  const flying = new Map<string, Promise<string>>();
  const apart = new AsyncResource("kernelwright.window"); // a branch outlives the node that starts it, so it must not inherit that node's context

  const launch = async (state: SearchState, expansion: Expansion, { signal, control, callbacks }: LangGraphRunnableConfig): Promise<string> => {
    const { run, baselines } = state;
    const watching = (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).filter((one) => "name" in one && one.name === FOLLOWER);
    const config = { callbacks: watching, ...(signal && { signal }), ...(control && { control }) };
    await apart.runInAsyncScope(async () => graph.invoke({ run, baselines: baselines!, expansion }, config));
    return expansion.id;
  };

  return async (state: SearchState, config: LangGraphRunnableConfig) => {
    const { run } = toolbox.open(state.run);
    const keyOf = (id: string): string => `${state.run} ${id}`;
    for (const expansion of state.expansions) {
      if (flying.has(keyOf(expansion.id))) continue;
      const flight = launch(state, expansion, config);
      flight.catch(() => flying.delete(keyOf(expansion.id))); // thrown where it is awaited; asked again, it starts anew
      flying.set(keyOf(expansion.id), flight);
    }
    const turn = state.round - 1;
    const before = run.tree.returned();
    const expected = state.expansions.find((one) => one.id === (before[turn] ?? run.about.settings.model.order[turn]));
    const landed = await Promise.race((expected ? [expected] : state.expansions).map(async ({ id }) => flying.get(keyOf(id))!));
    flying.delete(keyOf(landed));
    if (before.length <= turn) run.emit({ type: "returned", branch: landed });
    return { landed };
  };
};
