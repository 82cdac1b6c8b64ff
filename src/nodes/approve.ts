/**
 * Asks a person about a plan before it is carried out. LangGraph runs a node again from its first line after an answer. Therefore
 * the node writes nothing before the answer.
 */
import { interrupt } from "@langchain/langgraph";
import { z } from "zod";
import { planAnswers, PlanDecision, type PlanQuestion } from "../domain/approval.ts";
import type { Attempt, Plan } from "../run/attempt.ts";
import type { Tree } from "../run/tree.ts";
import { statusText } from "../search/context/attempt-text.ts";
import { diagnosisTold } from "../search/diagnosis/diagnosis.ts";
import { type BranchState, inPhase } from "../graph/state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

export const approve = (toolbox: Toolbox) => async (state: BranchState) => {
  const { run, render } = toolbox.open(state.run);
  const { expansion } = state;
  const { plan } = inPhase(state, "planned");
  const tree = run.tree.seenBy(expansion);
  const answer = decided(questionOf({ run, render }, state, tree, plan));
  const anew = { step: { phase: "chosen" as const }, replans: state.replans + 1 };
  const tell = (kind: "rule" | "note", text: string): void => run.emit({ type: "human_feedback", feedback: { kind, on: expansion.id, text } });
  switch (answer.decision) {
    case "approve":
      return {};
    case "edit":
      tell("note", `advice edited: ${answer.advice}`);
      return { step: { phase: "planned" as const, plan: { ...withoutEcho(plan), advice: answer.advice } } };
    case "retarget":
      tell("note", `expand ${answer.attempt} instead of ${expansion.parent}`);
      return { ...anew, ...retargeted(expansion, tree.find(answer.attempt), { run, render }) };
    case "reject":
      tell("rule", answer.reason);
      return anew;
  }
};

function retargeted(expansion: BranchState["expansion"], parent: Attempt, { run, render }: Pick<Tools, "run" | "render">) {
  const diagnosis = diagnosisTold(render, parent, run.tree.baselines(), run.about.settings.policy);
  return { expansion: { ...expansion, parent: parent.id, secondParent: null }, focus: parent.id, diagnosis };
}

/** Replaces the planner's advice in the marked source by the person's. */
function withoutEcho(plan: Plan): Plan {
  const { echo: _, ...rest } = plan;
  return rest;
}

/** Asks until the answer is valid. */
function decided(question: PlanQuestion): PlanDecision {
  for (let problem = ""; ;) {
    const answer = PlanDecision.safeParse(interrupt({ ...question, problem }));
    if (!answer.success) problem = `${z.prettifyError(answer.error)}; answer approve, edit, retarget or reject`;
    else if (answer.data.decision === "retarget" && !question.others.includes(answer.data.attempt))
      problem = `there is no attempt ${answer.data.attempt} to expand; use one of ${question.others.join(", ")}`;
    else return answer.data;
  }
}

function questionOf({ run, render }: Pick<Tools, "run" | "render">, { expansion, diagnosis }: BranchState, tree: Tree, plan: Plan): PlanQuestion {
  const parent = tree.find(expansion.parent);
  const { files } = run.candidate(parent.source);
  const lines = (name: string): string[] => files.find((one) => one.name === name)?.text.split("\n") ?? [];
  return {
    asks: "plan",
    attempt: expansion.id,
    parent: parent.id,
    status: statusText(render, parent, run.tree.baselines().eager.medianUs),
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
