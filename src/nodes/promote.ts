import { alternativesOn } from "../domain/protocol.ts";
import { rulesOf } from "../domain/settings.ts";
import { finalists, winnerOf } from "../search/selection/finalists.ts";
import { promotionText } from "../search/context/summary.ts";
import type { SearchState } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Measures the leaders, or a person's choice, again in fresh processes with fresh inputs. The fastest reliably faster attempt wins. */
export const promote = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, judge, ledger } = toolbox.open(state.run);
  const { task, settings } = run.about;
  const { target, precision } = settings;
  const count = ledger.exhausted("judge") === null ? settings.policy.finalists : 1; // over budget only the best: without it there is nothing to publish
  const tree = run.tree.without([]);
  const chosen = state.finalists?.map((id) => tree.find(id)) ?? finalists(tree, count, target, settings.model.winner);
  const measured = await Promise.all(
    chosen.map(async ({ id, normalized, source }) => {
      const candidate = run.candidate(source);
      const verdict = await judge.evaluate({
        task,
        target,
        precision,
        candidate,
        tier: "promotion",
        baselines: alternativesOn[target],
        ...rulesOf(settings),
      });
      run.emit({ type: "promoted", attempt: id, verdict });
      return { id, normalized, verdict };
    }),
  );
  const winner = winnerOf(measured, target, settings.model.winner);
  return { winner, summary: `${state.summary}\n${promotionText(measured.find((one) => one.id === winner))}` };
};
