/**
 * The graphs that langgraph.json names, each an assistant: the search over this machine's tools. The server brings the checkpointer. It
 * streams the run's events as custom events, and ends a run's judge when the run ends or is cancelled.
 */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { getConfig, getWriter } from "@langchain/langgraph";
import { UserError } from "../domain/errors.ts";
import type { SearchForm } from "../domain/request.ts";
import { createToolbox } from "../config/services.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { holding } from "./holding.ts";
import { searchGraph } from "./search.ts";

/** The limit of supersteps, high enough to have no effect: the attempts bound a search. LangGraph's default of 25 allows eight rounds. */
const STEPS = 100_000;

const tools = createToolbox([(event) => getWriter()?.(event)], "runs", "", { locks: true });

const { request, hold, leave } = holding((run) => tools.release(run));
export { request };

/** Releases judge and lock of a run that has ended or waits for a person. */
const released = tools.whenDone(leave);

const known = new WeakMap<AbortSignal, Set<string>>();

/** The active runs of a signal, including forks, that no request holds. When it aborts, their model calls and judge jobs end. */
function runsUnder(signal: AbortSignal): Set<string> {
  const runs = known.get(signal) ?? new Set<string>();
  if (!known.has(signal)) signal.addEventListener("abort", () => runs.forEach((run) => tools.release(run)), { once: true });
  known.set(signal, runs);
  return runs;
}

/** Puts the remedy into an error's message, because a server passes on only the message. */
class SpellsOut extends BaseCallbackHandler {
  override name = "spells out";
  override awaitHandlers = true;
  override handleChainError(error: unknown): void {
    if (error instanceof UserError) error.spelledOut();
  }
}

/** The defaults of an assistant for fields that the request leaves empty. */
type Preset = Partial<Pick<SearchForm, "strategy" | "attempts">>;

const served = (preset: Preset): Toolbox => ({
  async create(request, context, step) {
    const chosen = { ...request, strategy: request.strategy ?? preset.strategy ?? null, attempts: request.attempts ?? preset.attempts ?? null };
    return await tools.create(chosen, context, step);
  },
  fork: (run, fork, step) => tools.fork(run, fork, step),
  open(run) {
    const signal = hold(run) ? undefined : getConfig()?.signal;
    if (signal) runsUnder(signal).add(run);
    return tools.open(run);
  },
});

const compiled = (preset: Preset) =>
  searchGraph(served(preset))
    .compile({ name: "kernelwright" })
    .withConfig({ recursionLimit: STEPS, durability: "sync", callbacks: [...tools.callbacks, released, new SpellsOut()] });

/** Runs, model calls, workers and their lanes in use. */
export const standing = () => tools.standing();

export const graph = compiled({});
export const quickLook = compiled({ attempts: 4 });
export const thorough = compiled({ attempts: 60 });
export const stark = compiled({ strategy: "stark" });
export const sampling = compiled({ strategy: "sampling" });
