import type { Attempt } from "../domain/attempt.ts";
import { gpuFor } from "../domain/host.ts";
import { ROOT } from "../domain/tree.ts";
import { Verdict } from "../domain/verdict.ts";
import { diagnose } from "../search/diagnosis.ts";
import type { BranchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/**
 * Turns what the judge profiled into a diagnosis of the new attempt. The judge profiles in the same job that
 * verifies, so that a batch worker needs one round trip; the raw profile stays with the verdict.
 */
export const profile = (toolbox: Toolbox) => async (state: BranchState) => {
  const { run } = toolbox.open(state.run);
  const tree = run.tree.seenBy(state.expansion);
  const attempt = tree.find(state.focus);
  const verdictOf = ({ verdict }: Attempt): Verdict | null => (verdict === null ? null : Verdict.parse(JSON.parse(run.get(verdict))));
  const verdict = verdictOf(attempt);
  if (!verdict) return {};
  const parent = tree.find(attempt.parent ?? ROOT);
  const gpu = gpuFor(run.about.settings.target, state.baselines.host);
  const profiled = { ...attempt, diagnosis: diagnose(verdict, gpu, verdictOf(parent)) };
  run.emit({ type: "attempted", attempt: profiled });
  return {};
};
