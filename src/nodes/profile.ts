import { Verdict } from "../domain/verdict.ts";
import { diagnose } from "../search/diagnosis.ts";
import { find } from "../search/tree.ts";
import type { BranchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/**
 * Turns what the judge profiled into a diagnosis of the new attempt. The judge profiles in the same job that
 * verifies, so that a batch worker needs one round trip; the raw profile stays with the verdict.
 */
export const profile = (toolbox: Toolbox) => async (state: BranchState) => {
  const { run } = toolbox.open(state.run);
  const attempt = find(run.tree.seenBy(state.expansion), state.focus);
  const verdict = Verdict.parse(JSON.parse(run.get(attempt.verdict ?? "")));
  const profiled = { ...attempt, diagnosis: diagnose(verdict) };
  run.emit({ type: "attempted", attempt: profiled });
  return {};
};
