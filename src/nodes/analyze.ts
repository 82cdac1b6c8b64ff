import { z } from "zod";
import { type Attempt, attemptOf, Plan } from "../run/attempt.ts";
import type { SourceFile } from "../domain/candidate.ts";
import type { Tree } from "../run/tree.ts";
import { echoed } from "../search/grounding/anchors.ts";
import { diagnosisText, measuredText, statusText } from "../search/context/attempt-text.ts";
import { contextText, groundingParts, referenceText, settingText, systemText } from "../search/context/briefing.ts";
import { crossoverPlan, partsDone } from "../search/parts/crossover.ts";
import { resultOf } from "../search/context/summary.ts";
import { techniquesIn } from "../search/context/technique-catalogue.ts";
import { directionParts, type Offer, offerOf } from "../search/context/techniques.ts";
import { atMost, type Module, moduleShown, partsText } from "../search/parts/decomposition.ts";
import { MOST_CHARACTERS, planProblem } from "../search/grounding/plan.ts";
import { placesQuoted } from "../search/grounding/quotes.ts";
import type { BranchState } from "../graph/state.ts";
import type { Answer, Ask } from "../tools/model/client.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

const PlanReply = z.object({
  strategy: z.string().min(1).describe("the kind of change, in two to five words"),
  advice: z.string().min(1).describe(`the one change to make, in detail, in at most ${MOST_CHARACTERS.advice} characters`),
  anchors: z
    .array(z.object({ file: z.string(), from: z.union([z.string(), z.number()]), to: z.union([z.string(), z.number()]) }))
    .describe("the places that change: the first and the last line of each, as they stand in the source"),
  whole: z.boolean().default(false).describe("whether the plan replaces the whole candidate"),
});

const onPart = { part: z.string().min(1).describe("the part of the module that changes") };

/** The published reply form: the whole source, with tags around the places to change. */
const EchoReply = PlanReply.omit({ anchors: true, whole: true }).extend({
  files: z.array(z.object({ name: z.string(), text: z.string() })).describe("the source in full, with the tags in it"),
});

/** Plan: the planner gives one piece of advice for the chosen attempt, anchored in its source. */
export const analyze = (toolbox: Toolbox) => async (state: BranchState) => {
  const tools = toolbox.open(state.run);
  const tree = tools.run.tree.seenBy(state.expansion);
  const parent = tree.find(state.expansion.parent);
  const { files } = tools.run.candidate(parent.source);
  const { secondParent } = state.expansion;
  if (secondParent !== null) {
    const plan = crossoverPlan(tools.render, tree, parent, tree.find(secondParent), files);
    return { step: { phase: "planned" as const, plan } };
  }
  const { settings } = tools.run.about;
  const { policy } = settings;
  const bottleneck = state.diagnosis?.bound ?? "unknown";
  const returned = tools.run.tree.returned(state.expansion);
  const offer = policy.guidance ? offerOf(techniquesIn(tools.render("techniques", {})), tree, state.expansion, bottleneck, settings, returned) : null;
  const module = moduleShown(policy, tools.run.tree.baselines(), tools.run.about.task.source);
  const question = {
    role: "planner" as const,
    call: `${state.expansion.id}.planner${state.replans === 0 ? "" : state.replans + 1}`,
    about: parent.normalized ?? "",
    childIndex: state.expansion.childIndex,
    ...prompts(tools, state, tree, parent, offer, module),
  };
  const answer = await (policy.grounding === "echo" ? askEcho : askLines)(tools, question, files, module);
  const language = offer?.language ?? null;
  const bound = module ? atMost(module, answer.value?.part) : undefined;
  const plan = answer.value && {
    ...answer.value,
    ...(language && { language }),
    ...(bound !== undefined && { atMost: bound }),
  };
  const spent = { planTokens: state.planTokens + answer.tokens, planSeconds: state.planSeconds + answer.seconds };
  if (plan) return { step: { phase: "planned" as const, plan }, ...spent };
  const { id, round } = state.expansion;
  const made = { id, parent: parent.id, round, role: "coder" as const, plan: null, explanation: "", tokens: spent.planTokens, modelSeconds: spent.planSeconds };
  const attempt = answer.outOfBudget
    ? attemptOf(made, { status: "out_of_budget", problem: answer.problem })
    : attemptOf(made, { status: "no_reply", problem: `the planner gave no usable plan: ${answer.problem}` });
  tools.run.emit({ type: "attempted", attempt });
  return { step: { phase: "ended" as const }, result: resultOf(attempt), ...spent };
};

type Question = Omit<Ask<unknown>, "schema" | "error" | "warning">;

async function askLines(tools: Tools, question: Question, files: readonly SourceFile[], module: Module | null): Promise<Answer<Plan>> {
  const placed = ({ anchors, whole }: z.infer<typeof PlanReply>) => (whole ? { anchors: [] } : placesQuoted(anchors, files));
  const answer = await tools.model.ask({
    ...question,
    schema: module ? PlanReply.extend(onPart) : PlanReply,
    error: (plan) => {
      const found = placed(plan);
      return planProblem(plan, module) ?? ("problem" in found ? found.problem : null);
    },
  });
  return { ...answer, value: answer.value && Plan.parse({ ...answer.value, ...placed(answer.value) }) };
}

async function askEcho({ run, model }: Tools, question: Question, files: readonly SourceFile[], module: Module | null): Promise<Answer<Plan>> {
  const anchorsOf = (echo: readonly SourceFile[]) => echoed(files, echo);
  const problem = (reply: z.infer<typeof EchoReply>): string | null => {
    const found = anchorsOf(reply.files);
    return planProblem(reply, module) ?? ("problem" in found ? found.problem : null);
  };
  const answer = await model.ask({ ...question, schema: module ? EchoReply.extend(onPart) : EchoReply, error: problem });
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
  const { settings, task } = run.about;
  const { diagnosis, expansion } = state;
  const baselines = run.tree.baselines();
  const sourceOf = (one: Attempt) => run.candidate(one.source);
  const view = { role: "planner", tree, attempt: parent, label: expansion.id, feedback: run.tree.feedback(), sourceOf } as const;
  return {
    system: systemText(render, settings),
    prompt: render("planner", {
      ...settingText(render, settings, baselines, offer?.language ?? parent.language ?? settings.language),
      ...contextText(render, settings, baselines, view),
      reference: referenceText(render, { task }, parent),
      attempt: parent.id,
      status: statusText(render, parent, baselines.eager.medianUs),
      facts: settings.policy.profiles ? measuredText(render, run, parent, baselines.eager.medianUs) : "",
      diagnosis: diagnosis ? diagnosisText(render, diagnosis) : "",
      ...groundingParts(render, settings.policy.grounding, sourceOf(parent).files, module !== null),
      ...directionParts(render, offer, expansion.childIndex),
      parts: module ? partsText(render, module, expansion.siblingIndex, partsDone(tree, parent)) : "",
    }),
  };
}
