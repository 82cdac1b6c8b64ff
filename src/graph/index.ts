/**
 * What langgraph.json points at, each an assistant: the search graph over this machine's tools, without a checkpointer of its own. It streams
 * the run's events as custom events, and ends a run's judge when the run ends or is cancelled.
 */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { getConfig, getWriter } from "@langchain/langgraph";
import { UserError } from "../domain/errors.ts";
import type { Request } from "../domain/request.ts";
import { createToolbox } from "../services.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import { searchGraph } from "./search.ts";
import { shapeOf } from "./shape.ts";

/** Supersteps: LangGraph's own limit of 25 is eight rounds. The attempts bound a search, not this. */
const STEPS = 100_000;

const tools = createToolbox([(event) => getWriter()?.(event)]);

/** A run that has ended, or waits for a person, holds no judge. */
const released = tools.whenDone((run) => tools.release(run));

const known = new WeakMap<AbortSignal, Set<string>>();

/** The runs that work under a signal, forks included: none of them holds a judge when it says stop. */
function runsUnder(signal: AbortSignal): Set<string> {
  const runs = known.get(signal) ?? new Set<string>();
  if (!known.has(signal)) signal.addEventListener("abort", () => runs.forEach((run) => tools.release(run)), { once: true });
  known.set(signal, runs);
  return runs;
}

/** A server passes on an error's message alone: it says what to do as well. */
class SpellsOut extends BaseCallbackHandler {
  override name = "spells out";
  override awaitHandlers = true;
  override handleChainError(error: unknown): void {
    if (error instanceof UserError) error.spelledOut();
  }
}

/** What a graph chooses where the request leaves it open. */
type Preset = Partial<Pick<Request, "strategy" | "attempts">>;

const served = (preset: Preset): Toolbox => ({
  async create(request, equipment) {
    const chosen = { ...request, strategy: request.strategy ?? preset.strategy ?? null, attempts: request.attempts ?? preset.attempts ?? null };
    return await tools.create(chosen, equipment);
  },
  fork: (run, fork) => tools.fork(run, fork),
  open(run) {
    const signal = getConfig()?.signal;
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

/** What expectShape compares a thread's state with. */
export const shape = shapeOf(searchGraph(tools));

export const graph = compiled({});
export const quickLook = compiled({ attempts: 4 });
export const thorough = compiled({ attempts: 60 });
export const stark = compiled({ strategy: "stark" });
export const sampling = compiled({ strategy: "sampling" });
