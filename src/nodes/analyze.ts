import { z } from "zod";
import { type Attempt, Plan } from "../domain/attempt.ts";
import { anchorProblem } from "../search/anchors.ts";
import { commonParts, diagnosisText, diversityText, numberedText, statusText, systemText } from "../search/briefing.ts";
import { find } from "../search/tree.ts";
import { windowOf } from "../search/windows.ts";
import type { BranchState } from "../state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

const PlanReply = z.object({
  strategy: z.string().min(1).describe("the kind of change, in two to five words"),
  advice: z.string().min(1).describe("the one change to make, in detail"),
  anchors: z.array(z.object({ file: z.string(), from: z.number(), to: z.number() })).describe("ranges of whole lines that change"),
});

/** The plan agent: one piece of advice for the chosen attempt, anchored in its source. */
export const analyze = (toolbox: Toolbox) => async (state: BranchState) => {
  const tools = toolbox.open(state.run);
  const parent = find(state.tree, state.expansion.parent);
  const { files } = tools.run.candidate(parent.source);
  const answer = await tools.model.ask({
    role: "planner",
    call: `${state.expansion.id}.planner`,
    about: parent.normalized ?? "",
    nth: state.expansion.nth,
    schema: PlanReply,
    ...prompts(tools, state, parent),
    problem: (plan) => anchorProblem(plan.anchors, files),
  });
  const plan = answer.value && Plan.parse(answer.value);
  return { plan, planTokens: answer.tokens, planSeconds: answer.seconds, ...(plan ? {} : { draft: draftWithout(state, answer.problem) }) };
};

function prompts({ run, render }: Tools, state: BranchState, parent: Attempt): { system: string; prompt: string } {
  const { settings } = run.about;
  const { diagnosis, tree, expansion, baselines } = state;
  const draw = { seed: settings.seed, label: expansion.id };
  const window = windowOf("planner", tree, parent, settings.policy, draw, (one) => run.get(one.source ?? "").length);
  return {
    system: systemText(render, settings),
    prompt: render("planner", {
      ...commonParts(render, run.about, baselines, window, (one) => run.candidate(one.source)),
      attempt: parent.id,
      status: statusText(parent),
      diagnosis: diagnosis ? diagnosisText(diagnosis) : "none",
      numbered: numberedText(run.candidate(parent.source).files),
      diversity: diversityText(expansion.nth),
    }),
  };
}

function draftWithout(state: BranchState, problem: string): NonNullable<BranchState["draft"]> {
  return {
    id: state.expansion.id,
    parent: state.expansion.parent,
    role: "coder",
    source: null,
    explanation: "",
    problem: `the planner gave no usable plan: ${problem}`,
    tokens: 0,
    modelSeconds: 0,
  };
}
