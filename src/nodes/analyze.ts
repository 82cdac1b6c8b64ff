import { z } from "zod";
import { type Attempt, Plan } from "../domain/attempt.ts";
import type { SourceFile } from "../domain/candidate.ts";
import type { Tree } from "../domain/tree.ts";
import { anchorProblem, echoed } from "../search/anchors.ts";
import { commonParts, diagnosisText, directionParts, groundingParts, statusText, systemText } from "../search/briefing.ts";
import { compositionPlan, partsDone } from "../search/compose.ts";
import { lessonsText } from "../search/lessons.ts";
import { moveProblem, type Offer, offerOf } from "../search/moves.ts";
import { atMost, type Module, moduleShown, partsText } from "../search/parts.ts";
import { planProblem } from "../search/plan.ts";
import { windowOf } from "../search/windows.ts";
import type { BranchState } from "../state.ts";
import type { Answer, Ask } from "../tools/model.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

const PlanReply = z.object({
  strategy: z.string().min(1).describe("the kind of change, in two to five words"),
  advice: z.string().min(1).describe("the one change to make, in detail"),
  anchors: z.array(z.object({ file: z.string(), from: z.number(), to: z.number() })).describe("ranges of whole lines that change"),
});

const onPart = { part: z.string().min(1).describe("the part of the module that changes") };

/** As published: the whole source comes back, the places to change between tags. */
const EchoReply = PlanReply.omit({ anchors: true }).extend({
  files: z.array(z.object({ name: z.string(), text: z.string() })).describe("the source in full, with the tags in it"),
});

/** The plan agent: one piece of advice for the chosen attempt, anchored in its source. */
export const analyze = (toolbox: Toolbox) => async (state: BranchState) => {
  const tools = toolbox.open(state.run);
  const tree = tools.run.tree.seenBy(state.expansion);
  const parent = tree.find(state.expansion.parent);
  const { files } = tools.run.candidate(parent.source);
  const { donor } = state.expansion;
  if (donor !== null) return { plan: compositionPlan(tree, parent, tree.find(donor), files) };
  const { policy } = tools.run.about.settings;
  const offer = policy.guidance ? offerOf(tree, state.expansion, state.diagnosis?.bound ?? "unknown", tools.run.about.settings) : null;
  const module = moduleShown(policy, state.baselines, tools.run.about.task.source);
  const question = {
    role: "planner" as const,
    call: `${state.expansion.id}.planner${state.replans === 0 ? "" : state.replans + 1}`,
    about: parent.normalized ?? "",
    nth: state.expansion.nth,
    ...prompts(tools, state, tree, parent, offer, module),
    wish: (plan: { strategy: string }) => offer && moveProblem(plan.strategy, offer),
  };
  const answer = await (policy.grounding === "echo" ? askEcho : askLines)(tools, question, files, module);
  const language = offer?.language ?? null;
  const bound = module ? atMost(module, answer.value?.part) : undefined;
  const plan = answer.value && {
    ...answer.value,
    lessons: state.lessons.map((one) => one.key),
    ...(language && { language }),
    ...(bound !== undefined && { atMost: bound }),
  };
  return {
    plan,
    planTokens: state.planTokens + answer.tokens,
    planSeconds: state.planSeconds + answer.seconds,
    ...(plan ? {} : { draft: draftWithout(state, answer) }),
  };
};

type Question = Omit<Ask<{ strategy: string }>, "schema" | "problem">;

async function askLines(tools: Tools, question: Question, files: readonly SourceFile[], module: Module | null): Promise<Answer<Plan>> {
  const answer = await tools.model.ask({
    ...question,
    schema: module ? PlanReply.extend(onPart) : PlanReply,
    problem: (plan) => planProblem(plan, module) ?? anchorProblem(plan.anchors, files),
  });
  return { ...answer, value: answer.value && Plan.parse(answer.value) };
}

async function askEcho({ run, model }: Tools, question: Question, files: readonly SourceFile[], module: Module | null): Promise<Answer<Plan>> {
  const anchorsOf = (echo: readonly SourceFile[]) => echoed(files, echo);
  const problem = (reply: z.infer<typeof EchoReply>): string | null => {
    const found = anchorsOf(reply.files);
    return planProblem(reply, module) ?? ("problem" in found ? found.problem : null);
  };
  const answer = await model.ask({ ...question, schema: module ? EchoReply.extend(onPart) : EchoReply, problem });
  if (!answer.value) return { ...answer, value: null };
  const { files: echo, ...said } = answer.value;
  const found = anchorsOf(echo);
  return { ...answer, value: Plan.parse({ ...said, ...found, echo: run.put(JSON.stringify(echo)) }) };
}

function prompts(
  { run, render }: Tools,
  state: BranchState,
  tree: Tree,
  parent: Attempt,
  offer: Offer | null,
  module: Module | null,
): { system: string; prompt: string } {
  const { settings } = run.about;
  const { diagnosis, expansion, baselines } = state;
  const draw = { seed: settings.seed, label: expansion.id };
  const window = windowOf("planner", tree, parent, settings.policy, draw, (one) => run.get(one.source ?? "").length);
  return {
    system: systemText(render, settings),
    prompt: render("planner", {
      ...commonParts(
        render,
        { ...run.about, told: run.tree.told() },
        baselines,
        tree,
        window,
        (one) => run.candidate(one.source),
        offer?.language ?? parent.language ?? settings.language,
      ),
      attempt: parent.id,
      status: statusText(parent),
      diagnosis: [diagnosis ? diagnosisText(diagnosis) : "none", lessonsText(state.lessons)].filter(Boolean).join("\n\n"),
      ...groundingParts(render, settings.policy.grounding, run.candidate(parent.source).files),
      ...directionParts(offer, expansion.nth),
      parts: module ? partsText(module, expansion.place, partsDone(tree, parent)) : "",
      partShape: module ? '"part": "…", ' : "",
    }),
  };
}

function draftWithout(state: BranchState, { problem, outOfBudget }: Answer<unknown>): NonNullable<BranchState["draft"]> {
  return {
    id: state.expansion.id,
    parent: state.expansion.parent,
    role: "coder",
    source: null,
    explanation: "",
    problem: outOfBudget ? problem : `the planner gave no usable plan: ${problem}`,
    tokens: 0,
    modelSeconds: 0,
    outOfBudget,
  };
}
