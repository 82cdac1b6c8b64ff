import type { Attempt } from "../run/attempt.ts";
import { gpuFor } from "../domain/hardware.ts";
import { ROOT } from "../run/tree.ts";
import type { Verdict } from "../domain/verdict.ts";
import { diagnose } from "../search/diagnosis/diagnosis.ts";
import { type BranchState, inPhase } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/**
 * Read the profile: turns the judge's profile into a diagnosis, and writes the attempt again with it. The judge profiles in the job that
 * verifies, because a batch worker then needs one round trip. The raw profile stays with the verdict.
 */
export const profile = (toolbox: Toolbox) => async (state: BranchState) => {
  const { run, render } = toolbox.open(state.run);
  const { attempt } = inPhase(state, "passed");
  const parent = run.tree.seenBy(state.expansion).find(attempt.parent ?? ROOT);
  const gpu = gpuFor(run.about.settings.target, run.tree.baselines().host);
  const verdictOf = ({ verdict }: Attempt): Verdict | null => (verdict === null ? null : run.verdict(verdict));
  const verdict = verdictOf(attempt);
  const diagnosis = verdict && diagnose(render, verdict, attempt.time, gpu, verdictOf(parent));
  run.emit({ type: "attempted", attempt: { ...attempt, diagnosis } });
  return { step: { phase: "profiled" as const } };
};
