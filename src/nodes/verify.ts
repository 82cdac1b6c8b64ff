import { type Attempt, attemptOf, compareIds, type Draft, isBroken, verdictFields } from "../run/attempt.ts";
import { rulesOf } from "../domain/settings.ts";
import { normalized } from "../domain/candidate.ts";
import { runBaseline } from "../domain/protocol.ts";
import { hashOf } from "../lib/hash.ts";
import { OutOfBudget } from "../domain/errors.ts";
import type { Tree } from "../run/tree.ts";
import { resultOf } from "../search/context/summary.ts";
import { type BranchState, inPhase, type Step } from "../graph/state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

/** Build, check and time: the judge does this with the draft. The attempt enters the tree here: an interrupted run reports it. */
export const verify = (toolbox: Toolbox) => async (state: BranchState) => {
  const { run, judge } = toolbox.open(state.run);
  const { draft } = inPhase(state, "written");
  const attempt = await judged({ run, judge }, draft, run.tree.seenBy(state.expansion));
  run.emit({ type: "attempted", attempt });
  return { focus: attempt.id, step: stepAfter(attempt), result: resultOf(attempt) };
};

async function judged({ run, judge }: Pick<Tools, "run" | "judge">, draft: Draft, tree: Tree): Promise<Attempt> {
  const candidate = run.candidate(draft.source);
  const known = { language: candidate.language, source: draft.source, normalized: hashOf(normalized(candidate)) };
  // Only earlier attempts: when a killed run repeats this step, the log may already hold the new attempt.
  const twin = tree.twins(known.normalized).find((one) => compareIds(one, draft) < 0);
  if (twin) return attemptOf(draft, { ...known, status: "duplicate", problem: `the same program as ${twin.id}` });
  const { task, settings } = run.about;
  const { target, precision } = settings;
  try {
    const verdict = await judge.evaluate({ task, target, precision, candidate, tier: "search", baselines: [], ...rulesOf(settings) });
    return attemptOf(draft, { ...known, ...verdictFields(verdict, runBaseline(run.tree.baselines(), target)), verdict: run.putVerdict(verdict) });
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    return attemptOf(draft, { ...known, status: "out_of_budget", problem: `not judged: ${error.message}` });
  }
}

function stepAfter(attempt: Attempt): Step {
  if (attempt.status === "ok") return { phase: "passed", attempt };
  return { phase: isBroken(attempt) ? "broken" : "ended" };
}
