import { type Attempt, compareIds, isBroken } from "../domain/attempt.ts";
import { normalized } from "../domain/candidate.ts";
import { hashOf } from "../domain/hash.ts";
import { OutOfBudget } from "../domain/errors.ts";
import { judged as judgedAs } from "../search/judged.ts";
import { outcomeOf } from "../search/story.ts";
import type { BranchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

const MOST_OF_A_RESULT = 200;

/** Has the judge build, check and time the draft, and grows the tree by the outcome. */
export const verify = (toolbox: Toolbox) => async (state: BranchState) => {
  const { run, judge } = toolbox.open(state.run);
  const draft = state.draft!;
  const tree = run.tree.seenBy(state.expansion);
  const blank = blankAttempt(state, draft, tree.find(draft.parent));
  const attempt = draft.source === null ? blank : await judged(blank, draft.source);
  run.emit({ type: "attempted", attempt });
  return { focus: attempt.id, outcome: endOf(attempt), result: outcomeOf(attempt).slice(0, MOST_OF_A_RESULT) };

  async function judged(from: Attempt, source: string): Promise<Attempt> {
    const candidate = run.candidate(source);
    const known = { ...from, language: candidate.language, source, normalized: hashOf(normalized(candidate)) };
    // Only earlier ones: where a killed run does this again, the log already holds what it is about to make.
    const twin = tree.twins(known.normalized).find((one) => compareIds(one, known) < 0);
    if (twin) return { ...known, status: "duplicate", problem: `the same program as ${twin.id}` };
    const { task, settings } = run.about;
    const { target, precision, library, policy } = settings;
    const { counters } = policy;
    const verdict = await judge.evaluate({ task, target, precision, candidate, tier: "search", baselines: [], library, counters }).catch((error: unknown) => {
      if (error instanceof OutOfBudget) return error;
      throw error;
    });
    if (verdict instanceof OutOfBudget) return { ...known, status: "out_of_budget", problem: `not judged: ${verdict.message}` };
    return { ...known, ...judgedAs(verdict), verdict: run.put(JSON.stringify(verdict)) };
  }
};

function endOf(attempt: Attempt): BranchState["outcome"] {
  if (attempt.status === "ok") return "ok";
  return isBroken(attempt) ? "broken" : "lost";
}

function blankAttempt(state: BranchState, draft: NonNullable<BranchState["draft"]>, parent: Attempt): Attempt {
  const first = draft.id === state.expansion.id;
  return {
    id: draft.id,
    parent: draft.parent,
    round: state.expansion.round,
    role: draft.role,
    status: draft.outOfBudget ? "out_of_budget" : "no_reply",
    language: null,
    source: null,
    normalized: null,
    plan: draft.role === "coder" ? state.plan : parent.plan,
    explanation: draft.explanation,
    problem: draft.problem,
    time: null,
    speedup: null,
    diagnosis: null,
    verdict: null,
    tokens: draft.tokens + (first ? state.planTokens : 0),
    modelSeconds: draft.modelSeconds + (first ? state.planSeconds : 0),
    judgeSeconds: 0,
  };
}
