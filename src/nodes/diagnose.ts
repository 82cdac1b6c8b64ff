import type { Attempt } from "../run/attempt.ts";
import { OutOfBudget } from "../domain/errors.ts";
import { gpuFor } from "../domain/hardware.ts";
import { rulesOf } from "../domain/settings.ts";
import type { OkVerdict } from "../domain/verdict.ts";
import { diagnose as diagnosisOf, diagnosisTold } from "../search/diagnosis/diagnosis.ts";
import type { BranchState } from "../graph/state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

/** Diagnoses the chosen attempt, its bottleneck or its bug. It uses rules instead of a model: see src/search/diagnosis/diagnosis.ts. */
export const diagnose = (toolbox: Toolbox) => async (state: BranchState) => {
  const tools = toolbox.open(state.run);
  const { run, render } = tools;
  const { policy } = run.about.settings;
  const parent = run.tree.seenBy(state.expansion).find(state.expansion.parent);
  const isRead = policy.profiles && policy.counters && state.expansion.secondParent === null; // a crossover asks no planner
  const focus = isRead ? await counted(tools, state.expansion, parent) : parent;
  return { focus: focus.id, diagnosis: diagnosisTold(render, focus, run.tree.baselines(), policy) };
};

/**
 * The attempt with the hardware's counters in its profile. They take longer than all else in a verdict, so the judge reads them when
 * an attempt has become a parent. Without them where they cannot be had, or where the judge does not accept the attempt again.
 */
async function counted({ run, judge, render }: Tools, expansion: BranchState["expansion"], attempt: Attempt): Promise<Attempt> {
  const { task, settings } = run.about;
  const { target, precision } = settings;
  const known = attempt.verdict === null ? null : run.verdict(attempt.verdict);
  if (known?.status !== "ok" || !known.profile?.countable) return attempt;
  const candidate = run.candidate(attempt.source);
  try {
    const again = await judge.evaluate({ task, target, precision, candidate, tier: "sweep", baselines: [], ...rulesOf(settings), counters: true });
    if (again.status !== "ok" || !again.profile) return attempt;
    const verdict: OkVerdict = { ...known, profile: again.profile };
    const parent = attempt.parent === null ? null : run.tree.seenBy(expansion).find(attempt.parent).verdict;
    const gpu = gpuFor(target, run.tree.baselines().host);
    const diagnosis = diagnosisOf(render, verdict, attempt.time, gpu, parent === null ? null : run.verdict(parent));
    const found = { ...attempt, verdict: run.putVerdict(verdict), diagnosis };
    run.emit({ type: "attempted", attempt: found });
    return found;
  } catch (error) {
    if (error instanceof OutOfBudget) return attempt;
    throw error;
  }
}
