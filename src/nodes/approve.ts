/**
 * A person's word on a plan before it is carried out. LangGraph runs a node again from its first line when it is answered: nothing
 * is written down before the answer is there.
 */
import { interrupt } from "@langchain/langgraph";
import { z } from "zod";
import { planAnswers, PlanDecision, type PlanQuestion } from "../domain/approval.ts";
import type { Attempt, Plan } from "../domain/attempt.ts";
import type { Policy } from "../domain/settings.ts";
import type { Tree } from "../domain/tree.ts";
import { statusText } from "../search/briefing.ts";
import { diagnosisTold } from "../search/diagnosis.ts";
import type { BranchState } from "../state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

export const approve = (toolbox: Toolbox) => async (state: BranchState) => {
  const { run } = toolbox.open(state.run);
  const { expansion, plan } = state;
  if (!plan) return {};
  const tree = run.tree.seenBy(expansion);
  const answer = decided(questionOf(run, state, tree, plan));
  const anew = { plan: null, replans: state.replans + 1 };
  const tell = (kind: "rule" | "note", text: string): void => run.tell({ kind, on: expansion.id, text });
  switch (answer.decision) {
    case "approve":
      return {};
    case "edit":
      tell("note", `advice edited: ${answer.advice}`);
      return { plan: { ...withoutEcho(plan), advice: answer.advice } };
    case "retarget":
      tell("note", `grow ${answer.attempt} instead of ${expansion.parent}`);
      return { ...anew, ...regrown(expansion, tree.find(answer.attempt), state, run.about.settings.policy) };
    case "reject":
      tell("rule", answer.reason);
      return anew;
  }
};

function regrown(expansion: BranchState["expansion"], parent: Attempt, { baselines }: BranchState, policy: Policy) {
  return { expansion: { ...expansion, parent: parent.id, donor: null }, focus: parent.id, diagnosis: diagnosisTold(parent, baselines, policy) };
}

/** The planner's own advice stands in its echo of the source; without it the lines are marked with the new one. */
function withoutEcho(plan: Plan): Plan {
  const { echo: _, ...rest } = plan;
  return rest;
}

/** Asks until the answer fits. */
function decided(question: PlanQuestion): PlanDecision {
  for (let problem = ""; ;) {
    const answer = PlanDecision.safeParse(interrupt({ ...question, problem }));
    if (!answer.success) problem = `${z.prettifyError(answer.error)}; answer approve, edit, retarget or reject`;
    else if (answer.data.decision === "retarget" && !question.others.includes(answer.data.attempt))
      problem = `there is no attempt ${answer.data.attempt} to grow; use one of ${question.others.join(", ")}`;
    else return answer.data;
  }
}

function questionOf(run: Tools["run"], { expansion, diagnosis }: BranchState, tree: Tree, plan: Plan): PlanQuestion {
  const parent = tree.find(expansion.parent);
  const { files } = run.candidate(parent.source);
  const lines = (name: string): string[] => files.find((one) => one.name === name)?.text.split("\n") ?? [];
  return {
    asks: "plan",
    attempt: expansion.id,
    parent: parent.id,
    status: statusText(parent),
    diagnosis: diagnosis?.summary ?? "",
    strategy: plan.strategy,
    advice: plan.advice,
    marked: plan.anchors.map(({ file, from, to }) => [`${file}, lines ${from} to ${to}:`, ...lines(file).slice(from - 1, to)].join("\n")).join("\n\n"),
    others: tree
      .ranked()
      .map((one) => one.id)
      .toArray(),
    answers: planAnswers,
    problem: "",
  };
}
