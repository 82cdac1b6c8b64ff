import { valueOf, wholeNumber } from "../../config/flags.ts";
import { UserError } from "../../domain/errors.ts";
import { kernelwright } from "../../lib/shell.ts";
import { searchGraph } from "../../graph/search.ts";
import { STATE_VERSION } from "../../graph/state.ts";
import { createToolbox } from "../../config/services.ts";
import { forkPath, forkRun, keptBy, roundsOf } from "../../run/fork.ts";
import { openRun } from "../../run/run-folder.ts";
import { createOutput, type OutputFlags } from "../terminal/output.ts";
import { withRun } from "../../operations/drive-run.ts";
import { expectTree, recordBegun } from "../../operations/read-run.ts";
import { runSearch } from "../search-run.ts";

/** `kernelwright fork RUN`: starts a run from an earlier round of another run, with a hint or `--attempts` new attempts. */
export async function fork(path: string, flags: OutputFlags & { round?: string; hint?: string; attempts?: string; out?: string }): Promise<void> {
  const from = openRun(path);
  const { baselines } = recordBegun(from);
  expectTree(from);
  if (!baselines) throw new UserError(`${path} stopped before its reference was measured`, `go on with it: ${kernelwright("resume", path)}`);
  const events = from.events();
  const round = wholeNumber(flags.round, "--round") ?? roundsOf(events);
  const more = valueOf({ attempts: flags.attempts }, "attempts");
  const attempts = more === undefined ? null : keptBy(events, round) + more;
  const hint = flags.hint ?? "";
  const folder = forkRun(from, flags.out ?? forkPath(from.path), { round, attempts, hint });
  const { settings } = openRun(folder).about;
  await withRun(folder, createToolbox([]), async ({ run, toolbox, checkpoints }) => {
    const graph = searchGraph(toolbox).compile({ checkpointer: checkpoints.saver });
    const mode = settings.policy.async ? ("async" as const) : ("rounds" as const);
    const state = { run: folder, mode, round, waitsFor: settings.approve, hint, version: STATE_VERSION };
    await graph.updateState({ configurable: { thread_id: run.about.id } }, state, "collect");
  });
  const output = createOutput(flags, settings);
  output.say(`run: ${folder}`);
  await runSearch(folder, output);
}
