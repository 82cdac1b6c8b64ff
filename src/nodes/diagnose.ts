import { diagnosisOf } from "../search/diagnosis.ts";
import { find } from "../search/tree.ts";
import type { BranchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Names what holds the chosen attempt back: its bottleneck, or its bug. Rules, not a model: see src/search/diagnosis.ts. */
export const diagnose = (toolbox: Toolbox) => async (state: BranchState) => {
  const focus = find(toolbox.open(state.run).run.tree.seenBy(state.expansion), state.expansion.parent);
  return { focus: focus.id, diagnosis: diagnosisOf(focus, state.baselines) };
};
