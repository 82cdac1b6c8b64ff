import type { Runtime } from "@langchain/langgraph";
import { withCrossover } from "../search/parts/crossover.ts";
import { moduleShown } from "../search/parts/decomposition.ts";
import { follow } from "../search/selection/follow.ts";
import { select as choose } from "../search/selection/select.ts";
import { firstPrompts } from "../search/context/briefing.ts";
import { estimateOf } from "../search/context/cost-estimate.ts";
import { withinTokens } from "../search/selection/affordable.ts";
import { summaryOf } from "../search/context/summary.ts";
import type { Expansion } from "../search/selection/expansion.ts";
import { type SearchState, stepOf } from "../graph/state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/**
 * Chooses what to expand next, beside what is in flight; nothing once the search has an ending. A run's folder ahead of the state means that
 * a person went back to an earlier checkpoint. Then the search goes on in a fork of the run. A new budget forks it too.
 */
export const select = (toolbox: Toolbox) => async (state: SearchState, runtime: Runtime) => {
  const isAhead = toolbox.open(state.run).run.tree.rounds() > state.round;
  const isFork = isAhead || state.budget !== null;
  const path = isFork ? toolbox.fork(state.run, { round: state.round, attempts: state.budget, hint: state.hint }, stepOf(runtime)) : state.run;
  const { run, ledger, render } = toolbox.open(path);
  if (state.hint !== "") run.emit({ type: "human_feedback", feedback: { kind: "hint", on: `round ${state.round + 1}`, text: state.hint } });
  const { task, settings } = run.about;
  const { seed } = settings;
  const next = state.round + 1;
  const inFlight = state.expansions;
  const tree = run.tree.without(inFlight.map((one) => one.id));
  const ending = isFork ? null : state.ending;
  const estimate = estimateOf(firstPrompts(render, run.about), settings, null);
  const firstEstimate = (estimate.inputTokens.low + estimate.outputTokens) / estimate.attempts;
  const policy = withinTokens(settings.policy, tree, inFlight.length, { left: ledger.tokensLeft(), firstEstimate });
  const hasParts = moduleShown(policy, run.tree.baselines(), task.source) !== null;
  const { expansions: recorded } = settings.model;
  const freely = (): Expansion[] => {
    const found = choose(tree, inFlight, policy, seed, next);
    return hasParts ? withCrossover(tree, found, inFlight) : found;
  };
  const chosen = ending ? [] : recorded.length > 0 ? follow(recorded, tree, inFlight, policy, next) : freely();
  const round = chosen[0]?.round ?? next; // a replay may leave out a recorded round
  if (chosen.length > 0) run.emit({ type: "selected", round, expansions: chosen.map(({ id, parent, why }) => ({ attempt: id, parent, why })) });
  const expansions = [...inFlight, ...chosen];
  if (expansions.length === 0 && !ending) {
    const isSpent = tree.spent() >= settings.policy.attempts;
    run.emit({ type: "stopped", ...nothingLeft(isSpent, policy.attempts < settings.policy.attempts, recorded.length > 0) });
  }
  return { summary: summaryOf(run.about, tree, expansions, ending), run: path, round, expansions, ending, hint: "", budget: null };
};

/** The reason for the end of a search without expansions. */
function nothingLeft(isSpent: boolean, isPoor: boolean, follows: boolean) {
  if (isSpent) return { reason: "budget", detail: "the kernel of --start is the only attempt" } as const;
  if (isPoor) return { reason: "budget", detail: "the tokens left do not pay for another attempt" } as const;
  return { reason: "plateau", detail: follows ? "the recorded search ended here" : "no attempt is left to expand" } as const;
}
