/** One run's graph, driven from wherever it is to its end: what `optimize`, `resume` and `bench` share. Prints nothing but a person's questions. */
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { databaseOf } from "../environment.ts";
import { Refused, UserError } from "../domain/errors.ts";
import { kernelwright } from "../domain/shell.ts";
import type { RunEvent } from "../domain/run-record.ts";
import { searchGraph } from "../graph/search.ts";
import { expectShape, shapeOf } from "../graph/shape.ts";
import type { createToolbox } from "../services.ts";
import { type Checkpoints, openCheckpoints } from "../tools/checkpoints.ts";
import { lockRun, type RunFolder } from "../tools/run-folder.ts";
import { converse } from "./conversation.ts";
import type { Stop } from "./stop.ts";

/** More supersteps than the search needs: a round is three and makes at least one attempt. */
const stepsFor = (attempts: number): number => 20 + 4 * attempts;

/** A run that this process works on. */
interface Held {
  run: RunFolder;
  toolbox: ReturnType<typeof createToolbox>;
  checkpoints: Checkpoints;
}

/** Does the work with the run's lock and its checkpoints, in the database that is set, else beside it; at the end nothing is at work or open any more. */
export async function withRun(path: string, toolbox: Held["toolbox"], work: (held: Held) => Promise<void>): Promise<void> {
  const { run } = toolbox.open(path);
  let release: (() => void) | undefined;
  let checkpoints: Checkpoints | undefined;
  try {
    release = lockRun(run);
    checkpoints = await openCheckpoints(databaseOf() ?? run.file("checkpoints.db"));
    await work({ run, toolbox, checkpoints });
  } finally {
    await toolbox.close(true);
    await checkpoints?.close();
    release?.();
  }
}

interface Watch {
  handlers?: readonly BaseCallbackHandler[];
  /** is told the events of before a stop */
  past?: (event: RunEvent) => void;
}

/**
 * Goes on with a run. Throws what stopped it, a drain included, and UserError where its checkpoints are elsewhere or are of another
 * graph than this one.
 */
export async function driveRun({ run, toolbox, checkpoints }: Held, { control, asked }: Stop, { handlers = [], past }: Watch = {}): Promise<void> {
  const search = searchGraph(toolbox);
  const graph = search.compile({ checkpointer: checkpoints.saver });
  const config = { configurable: { thread_id: run.about.id }, durability: "sync" as const, recursionLimit: stepsFor(run.about.settings.policy.attempts) };
  const { values } = await graph.getState(config);
  const begun = values.run !== undefined;
  if (!begun && run.events().some((one) => one.type === "selected")) throw elsewhere(run, checkpoints);
  expectShape(shapeOf(search), values);
  if (begun) for (const event of run.events()) past?.(event);
  if (begun) run.emit({ type: "resumed" });
  const callbacks = [...toolbox.callbacks, ...handlers];
  try {
    await converse(async (input) => await graph.invoke(input, { ...config, control, callbacks }), begun ? null : { run: run.path }, asked);
  } catch (error) {
    if (error instanceof Refused) run.emit({ type: "stopped", reason: error.degenerate ? "degenerate" : "rejected", detail: error.message });
    throw error;
  }
}

/** A run that began with other checkpoints: without them it would begin anew, and pay again. */
function elsewhere(run: RunFolder, { place }: Checkpoints): UserError {
  return new UserError(
    `${run.path} began with another database: its checkpoints are not in ${place}`,
    `set KERNELWRIGHT_DATABASE as it was then, or unset it; a copy can go on here: ${kernelwright("fork", run.path)}`,
  );
}
