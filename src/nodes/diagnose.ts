import type { KeptLesson } from "../domain/lesson.ts";
import { diagnosisTold } from "../search/diagnosis.ts";
import { lessonsFor, situationOf } from "../search/lessons.ts";
import type { BranchState } from "../state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

/**
 * Names what holds the chosen attempt back, its bottleneck or its bug, and recalls what helped on such a bottleneck in
 * other tasks. Rules, not a model: see src/search/diagnosis.ts and lessons.ts.
 */
export const diagnose = (toolbox: Toolbox) => async (state: BranchState) => {
  const tools = toolbox.open(state.run);
  const focus = tools.run.tree.seenBy(state.expansion).find(state.expansion.parent);
  const diagnosis = diagnosisTold(focus, state.baselines, tools.run.about.settings.policy);
  return { focus: focus.id, diagnosis, lessons: await recalled(tools, state, diagnosis?.bound ?? "unknown") };
};

async function recalled(
  { run, memory }: Tools,
  { baselines, expansion }: BranchState,
  bound: Parameters<typeof lessonsFor>[0]["bound"],
): Promise<KeptLesson[]> {
  const { settings } = run.about;
  if (settings.memory === null || expansion.first !== "planner") return [];
  const { lessons, outcomes } = await memory.recall();
  return lessonsFor({ ...situationOf(baselines, settings), bound }, lessons, outcomes);
}
