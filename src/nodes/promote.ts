import { rivalsOn } from "../domain/protocol.ts";
import { finalists, FINALISTS, winnerOf } from "../search/finalists.ts";
import { promotionText } from "../search/story.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Measures the leaders, or what a person chose, again in fresh processes with fresh inputs; the fastest that is surely faster wins. */
export const promote = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, judge, ledger } = toolbox.open(state.run);
  const { task, settings } = run.about;
  const { target, precision } = settings;
  const count = ledger.exhausted("judge") === null ? FINALISTS : 1; // over budget only the best: without it there is nothing to publish
  const tree = run.tree.without([]);
  const chosen = state.finalists?.map((id) => tree.find(id)) ?? finalists(tree, count, target, settings.model.winner);
  const measured = await Promise.all(
    chosen.map(async ({ id, normalized, source }) => {
      const candidate = run.candidate(source);
      const verdict = await judge.evaluate({ task, target, precision, candidate, tier: "promotion", baselines: rivalsOn[target], library: settings.library });
      run.emit({ type: "promoted", attempt: id, verdict });
      return { id, normalized, verdict };
    }),
  );
  const winner = winnerOf(measured, target, settings.model.winner);
  return { winner, story: `${state.story}\n${promotionText(measured.find((one) => one.id === winner))}` };
};
