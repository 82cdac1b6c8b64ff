/**
 * Async mode: a pool of branches in flight. One returns at a time. LangGraph waits for all branches of a Send, so this node runs the branch
 * graph beside the search and awaits the first. Branches keep no checkpoints here: one that a kill cut off starts again, and finds every
 * reply and verdict on disk.
 */
import { AsyncResource } from "node:async_hooks";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { FOLLOWER } from "../domain/span.ts";
import type { Expansion } from "../search/selection/expansion.ts";
import type { SearchState } from "./state.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { branch } from "./branch.ts";

/**
 * Starts the expansions that are not in flight yet and waits for one of them. A new run takes the first to return. A resumed run takes the
 * one that its log names at this point, and a replay the one that the recording names.
 */
export const inFlightPool = (toolbox: Toolbox) => {
  const graph = branch(toolbox, false);
  const inFlight = new Map<string, Promise<string>>();
  const detached = new AsyncResource("kernelwright.pool"); // a branch outlives the node that starts it, so it must not inherit that node's context

  const launch = async (state: SearchState, expansion: Expansion, { signal, control, callbacks }: LangGraphRunnableConfig): Promise<string> => {
    const { run } = state;
    const watching = (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).filter((one) => "name" in one && one.name === FOLLOWER);
    const config = { callbacks: watching, ...(signal && { signal }), ...(control && { control }) };
    await detached.runInAsyncScope(async () => graph.invoke({ run, expansion }, config));
    return expansion.id;
  };

  return async (state: SearchState, config: LangGraphRunnableConfig) => {
    const { run } = toolbox.open(state.run);
    const keyOf = (id: string): string => `${state.run} ${id}`;
    for (const expansion of state.expansions) {
      if (inFlight.has(keyOf(expansion.id))) continue;
      const flight = launch(state, expansion, config);
      flight.catch(() => inFlight.delete(keyOf(expansion.id))); // thrown where it is awaited; asked again, it starts anew
      inFlight.set(keyOf(expansion.id), flight);
    }
    const expected = firstBack(run.tree.returned(), state.expansions) ?? firstBack(run.about.settings.model.order, state.expansions);
    const completed = await Promise.race((expected ? [expected] : state.expansions).map(async ({ id }) => inFlight.get(keyOf(id))!));
    inFlight.delete(keyOf(completed));
    run.emit({ type: "returned", branch: completed });
    return { completed };
  };
};

/**
 * The branch in flight that comes first in an order of returns. The order may hold others: those that are back, those of the run that this
 * one is a fork of, and those that a replay leaves out.
 */
export function firstBack(order: readonly string[], inFlight: readonly Expansion[]): Expansion | undefined {
  const places = new Map(inFlight.map((one) => [one.id, one]));
  const first = order.find((id) => places.has(id));
  return first === undefined ? undefined : places.get(first);
}
