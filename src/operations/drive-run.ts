/** Runs or resumes the graph of one run folder to its end. The command line, a bench and the MCP server share this. */
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { RunControl, StateSnapshot } from "@langchain/langgraph";
import { existsSync } from "node:fs";
import { databaseOf } from "../config/environment.ts";
import { createToolbox } from "../config/services.ts";
import { Interrupted, Refused, UserError } from "../domain/errors.ts";
import { searchGraph } from "../graph/search.ts";
import type { BranchState, SearchState } from "../graph/state.ts";
import { expectVersion } from "../graph/version.ts";
import { kernelwright } from "../lib/shell.ts";
import type { RunEvent } from "../run/events.ts";
import { lockRun } from "../run/lock.ts";
import type { RunFolder } from "../run/run-folder.ts";
import type { Worker } from "../tools/judge/process-worker.ts";
import { type Checkpoints, openCheckpoints } from "../tools/storage/checkpoints.ts";
import { expectTree } from "./read-run.ts";
import { noteStop, oneError } from "./stopping.ts";

/** An upper bound on supersteps. A round has three and makes at least one attempt. */
const stepsFor = (attempts: number): number => 20 + 4 * attempts;

/** A run that is active in this process. */
interface Held {
  run: RunFolder;
  toolbox: ReturnType<typeof createToolbox>;
  checkpoints: Checkpoints;
}

/** Runs `work` with the run's lock and checkpoints. Checkpoints are in the configured database, or else in the run's folder. At the end everything is stopped and closed. */
export async function withRun(path: string, toolbox: Held["toolbox"], work: (held: Held) => Promise<void>): Promise<void> {
  const { run } = toolbox.open(path);
  let release: (() => void) | undefined;
  let checkpoints: Checkpoints | undefined;
  try {
    release = lockRun(run);
    checkpoints = await openCheckpoints(databaseOf() ?? run.file("checkpoints.db"));
    await work({ run, toolbox, checkpoints });
  } catch (error) {
    throw existsSync(run.file("run.json")) ? error : gone(run);
  } finally {
    await toolbox.close(true);
    await checkpoints?.close();
    release?.();
  }
}

/** If the run's folder is gone, that is the cause of any error. */
const gone = ({ path }: RunFolder): Interrupted =>
  new Interrupted(`${path} is gone: its folder was deleted or moved while the run was at work`, "move it back and resume the run, or start it again");

/** Runs a graph until it ends or waits for a person. */
export type Go = (input: object | null) => Promise<unknown>;

interface Watch {
  /** answers the questions of a run that waits for a person; without it the run keeps waiting */
  converse?: (go: Go, input: object | null) => Promise<void>;
  handlers?: readonly BaseCallbackHandler[];
  /** receives the events from before a stop */
  past?: (event: RunEvent) => void;
}

/**
 * Continues a run. Throws the error or drain that stopped it. Throws UserError if its checkpoints are in another database, belong to
 * another graph, or name what its log has lost.
 */
export async function driveRun({ run, toolbox, checkpoints }: Held, control: RunControl, { converse = once, handlers = [], past }: Watch = {}): Promise<void> {
  const graph = searchGraph(toolbox).compile({ checkpointer: checkpoints.saver });
  const config = { configurable: { thread_id: run.about.id }, durability: "sync" as const, recursionLimit: stepsFor(run.about.settings.policy.attempts) };
  const state = await graph.getState(config, { subgraphs: true });
  const { values } = state;
  const begun = values.run !== undefined;
  if (!begun && run.events().some((one) => one.type === "selected")) throw elsewhere(run, checkpoints);
  expectVersion(values);
  expectTree(run, begun ? namedBy(state) : undefined);
  if (begun) for (const event of run.events()) past?.(event);
  if (begun && run.events().length > 0) run.emit({ type: "resumed" }); // a disk may have been full before the first event
  const callbacks = [...toolbox.callbacks, ...handlers];
  try {
    await converse(async (input) => await graph.invoke(input, { ...config, control, callbacks }), begun ? null : { run: run.path });
  } catch (thrown) {
    const error = oneError(thrown);
    if (error instanceof Refused) run.emit({ type: "stopped", reason: error.degenerate ? "degenerate" : "rejected", detail: error.message });
    throw error;
  }
}

/** The attempts that the checkpoint of a search names, and those of its branches. */
function namedBy({ values, tasks }: Pick<StateSnapshot, "values" | "tasks">): string[] {
  const { expansions = [], finalists, winner, focus } = values as Partial<SearchState & BranchState>;
  const named = [...expansions.flatMap(({ parent, secondParent }) => [parent, secondParent]), ...(finalists ?? []), winner, focus];
  return [...named.flatMap((id) => id || []), ...tasks.flatMap(({ state }) => (state && "values" in state ? namedBy(state) : []))];
}

const once = async (go: Go, input: object | null): Promise<void> => void (await go(input));

/** The workers of a run. `close` stops new work and finishes the current work. With `abandon` it drops the current work. */
export interface Closable {
  close(abandon?: boolean): Promise<void>;
}

/**
 * Drives a run with its own tools and a share of a judge, and keeps them in `open` meanwhile. Throws as driveRun does. It logs a stop
 * by `control` first.
 */
export async function driveOver(
  path: string,
  overrides: { worker: Worker; tokens?: number },
  control: RunControl,
  open: Set<Closable>,
  listener: (event: RunEvent) => void,
  watch?: Watch,
): Promise<void> {
  const toolbox = createToolbox([listener], "", "", overrides);
  open.add(toolbox);
  try {
    await withRun(path, toolbox, async (held) => {
      try {
        await driveRun(held, control, watch);
      } catch (error) {
        await toolbox.close();
        if (control.drainRequested) noteStop(held.run, control);
        throw error;
      }
    });
  } finally {
    open.delete(toolbox);
  }
}

/** Refuses a run whose checkpoints are elsewhere. Without them it would start again and pay again. */
function elsewhere(run: RunFolder, { place }: Checkpoints): UserError {
  return new UserError(
    `${run.path} began with another database: its checkpoints are not in ${place}`,
    `set KERNELWRIGHT_DATABASE as it was then, or unset it; a copy can go on here: ${kernelwright("fork", run.path)}`,
  );
}
