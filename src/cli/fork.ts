import { wholeNumber } from "../config.ts";
import { UserError } from "../domain/errors.ts";
import { kernelwright } from "../domain/shell.ts";
import { searchGraph } from "../graph/search.ts";
import { shapeOf } from "../graph/shape.ts";
import { createToolbox } from "../services.ts";
import { forkPath, forkRun, roundsOf } from "../tools/fork.ts";
import { openRun } from "../tools/run-folder.ts";
import { createOutput, type OutputFlags } from "./output.ts";
import { recordBegun } from "./record.ts";
import { runSearch } from "./run-search.ts";
import { withRun } from "./search-run.ts";

/** `kernelwright fork RUN`: a run that goes on from an earlier round of another, with a hint or another budget. */
export async function fork(path: string, flags: OutputFlags & { round?: string; hint?: string; attempts?: string; out?: string }): Promise<void> {
  const from = openRun(path);
  const { baselines } = recordBegun(from);
  if (!baselines) throw new UserError(`${path} stopped before its reference was measured`, `go on with it: ${kernelwright("resume", path)}`);
  const round = wholeNumber(flags.round, "--round") ?? roundsOf(from.events());
  const attempts = wholeNumber(flags.attempts, "--attempts") ?? null;
  const hint = flags.hint ?? "";
  const folder = forkRun(from, flags.out ?? forkPath(from.path), { round, attempts, hint });
  const { settings } = openRun(folder).about;
  await withRun(folder, createToolbox([]), async ({ run, toolbox, checkpoints }) => {
    const search = searchGraph(toolbox);
    const graph = search.compile({ checkpointer: checkpoints.saver });
    const mode = settings.policy.async ? ("async" as const) : ("rounds" as const);
    const state = { run: folder, baselines, mode, round, waitsFor: settings.approve, hint, shape: shapeOf(search) };
    await graph.updateState({ configurable: { thread_id: run.about.id } }, state, "collect");
  });
  const output = createOutput(flags, settings);
  output.say(`run: ${folder}`);
  await runSearch(folder, output);
}
