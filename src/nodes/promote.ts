import { rivalsOn } from "../domain/protocol.ts";
import { finalists, winnerOf } from "../search/finalists.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** How many of the fastest attempts are measured again; the best of many noisy times is biased. */
const FINALISTS = 3;

/** Measures the leaders again in fresh processes with fresh inputs; the fastest that is surely faster wins. */
export const promote = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, judge, ledger } = toolbox.open(state.run);
  const { task, settings } = run.about;
  const { target, precision } = settings;
  const count = ledger.exhausted("judge") === null ? FINALISTS : 1; // over budget only the best: without it there is nothing to publish
  const measured = await Promise.all(
    finalists(run.tree.without([]), count, target, settings.model.winner).map(async ({ id, normalized, source }) => {
      const candidate = run.candidate(source);
      const verdict = await judge.evaluate({ task, target, precision, candidate, tier: "promotion", baselines: rivalsOn[target], library: settings.library });
      run.emit({ type: "promoted", attempt: id, verdict });
      return { id, normalized, verdict };
    }),
  );
  return { winner: winnerOf(measured, target, settings.model.winner) };
};
