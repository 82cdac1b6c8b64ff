import { hashOf } from "../domain/hash.ts";
import { outcomesIn, situationOf, taughtBy } from "../search/lessons.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** After a search, keeps what it taught for other tasks, and what came of the lessons it was shown. Does nothing without a memory, or for a replay. */
export const learn = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, memory } = toolbox.open(state.run);
  const { settings, task, id } = run.about;
  if (settings.memory === null || settings.model.source === "replay") return {};
  const tree = run.tree.without([]);
  const at = new Date().toISOString();
  const { lessons } = await memory.recall();
  for (const { attempt, lesson, helped } of outcomesIn(tree, lessons)) await memory.note(hashOf(`${id} ${attempt}`), { lesson, helped, at });
  for (const { attempt, lesson } of taughtBy(tree, state.baselines!, situationOf(state.baselines!, settings)))
    await memory.teach(hashOf(`${id} ${attempt}`), { ...lesson, source: { task: task.name, run: id, attempt }, at });
  return {};
};
