import { diagnosisTold } from "../search/diagnosis/diagnosis.ts";
import type { BranchState } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Diagnoses the chosen attempt, its bottleneck or its bug. It uses rules instead of a model: see src/search/diagnosis/diagnosis.ts. */
export const diagnose = (toolbox: Toolbox) => (state: BranchState) => {
  const { run, render } = toolbox.open(state.run);
  const focus = run.tree.seenBy(state.expansion).find(state.expansion.parent);
  return { focus: focus.id, diagnosis: diagnosisTold(render, focus, run.tree.baselines(), run.about.settings.policy) };
};
