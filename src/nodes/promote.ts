import type { OkVerdict, Verdict } from "../domain/verdict.ts";
import { finalists } from "../search/beam.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** How many of the fastest attempts are measured again; the best of many noisy times is biased. */
const FINALISTS = 2;

/** Measures the leaders again in fresh processes with fresh inputs; the winner is the fastest that is surely faster. */
export const promote = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, judge } = toolbox.open(state.run);
  const { task, settings } = run.about;
  const { target, precision } = settings;
  const measured = await Promise.all(
    finalists(state.tree, FINALISTS).map(async ({ id, source }) => {
      const candidate = run.candidate(source);
      const verdict = await judge.evaluate({ task, target, precision, candidate, tier: "promotion", compile: true });
      run.emit({ type: "promoted", attempt: id, verdict });
      return { id, verdict };
    }),
  );
  const proven = measured.filter((one): one is { id: string; verdict: OkVerdict } => isProven(one.verdict));
  return { winner: proven.toSorted((a, b) => b.verdict.speedup.median - a.verdict.speedup.median)[0]?.id ?? null };
};

/** Faster than eager, with the whole interval. */
function isProven(verdict: Verdict): boolean {
  return verdict.status === "ok" && verdict.speedup.low > 1;
}
