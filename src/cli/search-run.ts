/** One run's graph, driven from wherever it is to its end: what `optimize`, `resume` and `bench` share. Prints nothing but a person's questions. */
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { databaseOf } from "../config.ts";
import { Refused, UserError } from "../domain/errors.ts";
import type { RunEvent } from "../domain/run-record.ts";
import { searchGraph } from "../graph/search.ts";
import type { createToolbox } from "../services.ts";
import { closeCheckpoints, isPostgres, openCheckpoints } from "../tools/checkpoints.ts";
import type { RunFolder } from "../tools/run-folder.ts";
import { converse } from "./conversation.ts";
import type { Stop } from "./stop.ts";

/** More supersteps than the search needs: a round is three and makes at least one attempt. */
const stepsFor = (attempts: number): number => 20 + 4 * attempts;

interface Watch {
  handlers?: readonly BaseCallbackHandler[];
  /** is told the events of before a stop */
  past?: (event: RunEvent) => void;
}

/** Goes on with a run; the caller holds its lock and closes the toolbox. Throws what stopped the run, a drain included, and UserError where its checkpoints are elsewhere. */
export async function driveRun(
  run: RunFolder,
  toolbox: ReturnType<typeof createToolbox>,
  { control, asked }: Stop,
  { handlers = [], past }: Watch = {},
): Promise<void> {
  const database = databaseOf() ?? run.file("checkpoints.db");
  const checkpointer = await openCheckpoints(database);
  const graph = searchGraph(toolbox).compile({ checkpointer });
  const config = { configurable: { thread_id: run.about.id }, durability: "sync" as const, recursionLimit: stepsFor(run.about.settings.policy.attempts) };
  const begun = (await graph.getState(config)).values.run !== undefined;
  if (!begun && run.events().some((one) => one.type === "selected")) {
    closeCheckpoints(checkpointer);
    throw elsewhere(run, database);
  }
  if (begun) for (const event of run.events()) past?.(event);
  if (begun) run.emit({ type: "resumed" });
  const callbacks = [...toolbox.callbacks, ...handlers];
  try {
    await converse(async (input) => await graph.invoke(input, { ...config, control, callbacks }), begun ? null : { run: run.path }, asked);
    closeCheckpoints(checkpointer);
  } catch (error) {
    if (error instanceof Refused) run.emit({ type: "stopped", reason: error.degenerate ? "degenerate" : "rejected", detail: error.message });
    throw error;
  }
}

/** A run that began with other checkpoints: without them it would begin anew, and pay again. */
function elsewhere(run: RunFolder, database: string): UserError {
  return new UserError(
    `${run.path} began with another database: its checkpoints are not in ${isPostgres(database) ? "this Postgres" : database}`,
    `set KERNELWRIGHT_DATABASE as it was then, or unset it; a copy can go on here: kernelwright fork ${run.path}`,
  );
}
