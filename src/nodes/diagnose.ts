import type { KeptLesson } from "../domain/lesson.ts";
import { diagnosisTold } from "../search/diagnosis/diagnosis.ts";
import { lessonsFor, situationOf } from "../search/context/lessons.ts";
import type { BranchState } from "../graph/state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

/**
 * Diagnoses the chosen attempt, its bottleneck or its bug, and recalls lessons for this bottleneck from
 * other tasks. It uses rules instead of a model: see src/search/diagnosis/diagnosis.ts and lessons.ts.
 */
export const diagnose = (toolbox: Toolbox) => async (state: BranchState) => {
  const tools = toolbox.open(state.run);
  const focus = tools.run.tree.seenBy(state.expansion).find(state.expansion.parent);
  const diagnosis = diagnosisTold(tools.render, focus, tools.run.tree.baselines(), tools.run.about.settings.policy);
  return { focus: focus.id, diagnosis, lessons: await recalled(tools, state, diagnosis?.bound ?? "unknown") };
};

async function recalled({ run, memory }: Tools, { expansion }: BranchState, bound: Parameters<typeof lessonsFor>[0]["bound"]): Promise<KeptLesson[]> {
  const { settings } = run.about;
  if (settings.memory === null || expansion.first !== "planner") return [];
  const { lessons, outcomes } = await memory.recall();
  return lessonsFor({ ...situationOf(run.tree.baselines(), settings), bound }, lessons, outcomes);
}
