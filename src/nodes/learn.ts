import { hashOf } from "../lib/hash.ts";
import { outcomesIn, situationOf, taughtBy } from "../search/context/lessons.ts";
import type { SearchState } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** After a search, stores its lessons for other tasks, and the outcomes of earlier lessons. Does nothing without --memory or in a replay. */
export const learn = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, memory } = toolbox.open(state.run);
  const { settings, task, id } = run.about;
  if (settings.memory === null || settings.model.source === "replay") return {};
  const tree = run.tree.without([]);
  const baselines = run.tree.baselines();
  const at = new Date().toISOString();
  const { lessons } = await memory.recall();
  for (const { attempt, lesson, helped } of outcomesIn(tree, lessons)) await memory.note(hashOf(`${id} ${attempt}`), { lesson, helped, at });
  for (const { attempt, lesson } of taughtBy(tree, baselines, situationOf(baselines, settings)))
    await memory.teach(hashOf(`${id} ${attempt}`), { ...lesson, source: { task: task.name, run: id, attempt }, at });
  return {};
};
