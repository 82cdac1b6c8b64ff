import { z } from "zod";
import { type Attempt, attemptOf, isBroken, type Plan } from "../run/attempt.ts";
import type { Block } from "../domain/block.ts";
import { SourceFile } from "../domain/candidate.ts";
import { hashOf } from "../lib/hash.ts";
import type { Role } from "../domain/settings.ts";
import type { Language } from "../domain/task.ts";
import { ROOT, SearchTree } from "../run/tree.ts";
import { anchored, strayed, untagged } from "../search/grounding/anchors.ts";
import { admissionProblem, bundleProblem, unfenced } from "../search/grounding/bundle.ts";
import { completed, type ReturnedFile } from "../search/grounding/declarations.ts";
import { diagnosisText, measuredText, statusText } from "../search/context/attempt-text.ts";
import { bundleText, contextText, eagerText, filesRule, referenceText, settingText, systemText } from "../search/context/briefing.ts";
import { filesText } from "../search/context/source-text.ts";
import { changeOf, resultOf } from "../search/context/summary.ts";
import { techniquesIn } from "../search/context/technique-catalogue.ts";
import { directionParts, offerOf } from "../search/context/techniques.ts";
import { hasMarks } from "../search/tuning/marks.ts";
import type { BranchState } from "../graph/state.ts";
import { type Approach, approachesIn, approachOf } from "../search/context/approaches.ts";
import { blocksFor, blocksText, builtFrom, heldBy, outcomesIn } from "../search/context/blocks.ts";
import { boundBefore } from "../search/diagnosis/diagnosis.ts";
import { WHOLE } from "../search/parts/decomposition.ts";
import { familiesOf } from "../search/parts/operator-families.ts";
import type { Answer, Ask } from "../tools/model/client.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";
import { repairId } from "../run/attempt-id.ts";

const explanation = z.string().describe("what was changed, or the bug and its fix, in one or two sentences");
const CodeReply = z.object({
  explanation,
  files: z.array(z.object({ name: z.string(), text: z.string() })).describe("every file of the candidate, in full"),
});
/** The reply's files. Unchanged files are omitted. For a native file the changed declarations are enough. */
const EditReply = z.object({
  explanation,
  files: z
    .array(z.object({ name: z.string(), text: z.string(), partial: z.boolean().default(false).describe("whether text holds the changed declarations alone") }))
    .describe("the files that change"),
});
/** What an agent adds that chooses its change itself. */
const strategy = z.string().min(1).describe("the kind of change, in two to five words");
type Returned = z.infer<typeof CodeReply> & { strategy?: string; files: ReturnedFile[] };

/** Write and repair code: the coder writes a draft for verify. On the repair edge, or on a broken attempt, the repairer does. */
export const refactor = (toolbox: Toolbox) => async (state: BranchState) => {
  const tools = toolbox.open(state.run);
  const { step, expansion } = state;
  const focus = tools.run.tree.seenBy(expansion).find(state.focus);
  const repairs = step.phase === "broken";
  const id = repairs ? repairId(expansion.id, state.repairs + 1) : expansion.id;
  const { role, asks, idea, blocks } = await writerFor(tools, state, focus, repairs);
  const answer = await asks(tools, state, focus, id);
  const own = chosenBy(answer) ?? idea;
  const isFirst = id === expansion.id;
  const draft = {
    id,
    parent: focus.id,
    round: expansion.round,
    role,
    plan: own ?? (repairs || role === "repairer" ? focus.plan : null),
    explanation: (answer.value?.explanation ?? "").slice(0, 1000),
    tokens: answer.tokens + (isFirst ? state.planTokens : 0),
    modelSeconds: answer.seconds + (isFirst ? state.planSeconds : 0),
  };
  const counted = repairs ? { repairs: state.repairs + 1 } : {};
  if (!answer.value) {
    const attempt = attemptOf(draft, { status: answer.outOfBudget ? "out_of_budget" : "no_reply", problem: answer.problem });
    tools.run.emit({ type: "attempted", attempt });
    return { step: { phase: "ended" as const }, change: "", result: resultOf(attempt), ...counted };
  }
  const { change, ...made } = written(tools, state, focus, answer.value.files, blocks, own?.language ?? languageFor(tools, state, focus));
  return { step: { phase: "written" as const, draft: { ...draft, ...made } }, change, result: "", ...counted };
};

/** Who writes the source, the idea that it begins with, if any, and the building blocks that it is shown. */
async function writerFor(tools: Tools, state: BranchState, focus: Attempt, repairs: boolean) {
  const { policy } = tools.run.about.settings;
  const isSolo = state.expansion.first === "solo" && (!repairs || policy.agents === "solo");
  const approach = isSolo ? approachFor(tools, state, focus) : null;
  const plan = isSolo ? null : planOf(state);
  const idea = approach ? { strategy: approach.name, advice: approach.what, anchors: [], whole: true } : plan;
  const blocks = await blocksShown(tools, state, focus, idea?.strategy);
  if (isSolo && focus.id !== ROOT && !isBroken(focus) && policy.change === "direct") return { role: "coder" as const, asks: askImprover, idea, blocks };
  if (isSolo) return { role: "coder" as const, asks: askSolo(approach, blocks), idea, blocks };
  return plan ? { role: "coder" as const, asks: askCoder(plan, blocks), idea, blocks } : { role: "repairer" as const, asks: askRepairer, idea, blocks };
}

/** What a reply's files make of the draft: its source as an artifact, the building blocks in it, and the change as text. */
function written(tools: Tools, state: BranchState, focus: Attempt, files: readonly SourceFile[], blocks: readonly Block[], language: Language) {
  const made = { language, files: untagged(files) };
  const held = { shown: blocks.map((one) => one.id), used: builtFrom(tools.blocks, heldBy(parentsOf(tools, state, focus), blocks), made.files) };
  return {
    source: tools.run.put(JSON.stringify(made)),
    ...(held.shown.length + held.used.length > 0 && { blocks: held }),
    change: changeOf(tools.run.candidate(focus.source).files, made.files),
  };
}

/** The plan to carry out. Null for the repairer and for the single agent. */
const planOf = ({ step }: BranchState): Plan | null => (step.phase === "planned" ? step.plan : null);

/** The answer of a role as a whole candidate. Files that the reply left out are added. `strategy`: of a change that the role chose itself, and `language`: the new one. */
type Written = Answer<{ explanation: string; files: SourceFile[]; strategy?: string | undefined; language?: Language }>;

/** The plan of an agent that chose its change itself. Null for the other roles. */
const chosenBy = ({ value }: Written): Plan | null =>
  value?.strategy === undefined
    ? null
    : {
        strategy: value.strategy,
        advice: value.explanation,
        anchors: [],
        whole: value.language !== undefined,
        ...(value.language && { language: value.language }),
      };

/** Asks for files. Files of `parent` and declarations that the reply omits stay unchanged. */
async function askFiles(
  { model, run }: Tools,
  question: Omit<Ask<unknown>, "schema" | "error" | "warning">,
  language: Language,
  parent: readonly SourceFile[] | null,
  strays: (files: readonly SourceFile[]) => string | null = () => null,
  chooses = false,
): Promise<Written> {
  const edits = parent !== null && run.about.settings.policy.prompts === "brief";
  const form = edits ? EditReply : CodeReply;
  const whole = ({ files }: { files: ReturnedFile[] }): { files: SourceFile[] } | { problem: string } => {
    const problem = admissionProblem(files, language);
    if (problem !== null) return { problem };
    return edits ? completed(parent, unfenced(files)) : { files: unfenced(files) };
  };
  const answer = await model.ask<Returned>({
    ...question,
    schema: chooses ? form.extend({ strategy }) : form,
    error: (reply) => {
      const made = whole(reply);
      return "problem" in made ? made.problem : bundleProblem(made.files, language);
    },
    warning: (reply) => {
      const made = whole(reply);
      return "problem" in made || edits ? null : strays(made.files);
    },
  });
  if (!answer.value) return { ...answer, value: null };
  const made = whole(answer.value);
  return {
    ...answer,
    value: "problem" in made ? null : { ...answer.value, files: made.files.map(({ name, text }) => ({ name, text })) },
  };
}

const askCoder =
  (plan: Plan, blocks: readonly Block[]) =>
  async (tools: Tools, state: BranchState, parent: Attempt, id: string): Promise<Written> => {
    const { render, run } = tools;
    const { files } = run.candidate(parent.source);
    const marked = plan.echo === undefined ? anchored(files, plan.anchors) : z.array(SourceFile).parse(JSON.parse(run.get(plan.echo)));
    const isRoot = parent.id === ROOT;
    const isFree = isRoot || plan.language !== undefined || plan.whole === true;
    const { eager } = run.tree.baselines();
    const question = {
      role: "coder" as const,
      call: `${id}.coder`,
      about: hashOf(`${parent.normalized} ${plan.advice}`),
      childIndex: 0,
      system: systemText(render, run.about.settings),
      prompt: render("coder", {
        ...common(tools, state, "coder", parent),
        bundle: bundleText(render, run.about.settings, languageFor(tools, state, parent), !isRoot),
        attempt: parent.id,
        status: statusText(render, parent, eager.medianUs),
        plan: plan.echo === undefined ? render("phrases#plan", { strategy: plan.strategy, advice: plan.advice }) : render("phrases#plan-in-source", {}),
        anchored: filesText(marked),
        secondParent: secondParentText(tools, state, plan),
        blocks: blocksTold(tools, blocks),
        rule: ruleText(render, plan, isRoot),
        files: filesRule(render, run.about.settings.policy, !isFree),
      }),
    };
    return await askFiles(tools, question, languageFor(tools, state, parent), isFree ? null : files, (made) =>
      isFree ? null : strayProblem(render, marked, made),
    );
  };

/** The rule for the coder: which lines may change. */
function ruleText(render: Tools["render"], { language, whole, part }: Plan, isRoot: boolean): string {
  if (language !== undefined) return render("phrases#rule-anew", { language });
  if (isRoot && part !== undefined && part !== WHOLE) return `${render("phrases#rule-first", {})} ${render("phrases#rule-first-part", { part })}`;
  if (isRoot) return render("phrases#rule-first", {});
  return render(whole ? "phrases#rule-whole" : "phrases#rule-tags", {});
}

/** The second parent of a crossover, in full. */
function secondParentText({ run, render }: Tools, { expansion }: BranchState, plan: Plan): string {
  if (plan.secondParent === undefined) return "";
  const other = run.tree.seenBy(expansion).find(plan.secondParent);
  const status = statusText(render, other, run.tree.baselines().eager.medianUs);
  return render("phrases#second-parent", { attempt: other.id, status, files: filesText(run.candidate(other.source).files) });
}

async function askRepairer(tools: Tools, state: BranchState, broken: Attempt, id: string): Promise<Written> {
  const { run, render } = tools;
  const { files } = run.candidate(broken.source);
  const language = languageFor(tools, state, broken);
  const question = {
    role: "repairer" as const,
    call: `${id}.repairer`,
    about: broken.normalized ?? "",
    childIndex: run.tree.seenBy(state.expansion).childrenOf(broken.id).length,
    system: systemText(render, run.about.settings),
    prompt: render("repairer", {
      ...common(tools, state, "repairer", broken),
      bundle: bundleText(render, run.about.settings, language, hasMarks(files)),
      attempt: broken.id,
      source: filesText(files),
      problem: broken.problem,
      plan: broken.plan ? render("phrases#repair-plan", { strategy: broken.plan.strategy, advice: broken.plan.advice }) : render("phrases#repair-no-plan", {}),
      files: filesRule(render, run.about.settings.policy, true),
    }),
  };
  return await askFiles(tools, question, language, files);
}

/** The starting point of a kernel of the first round. Null in later rounds, for other strategies, and where the policy leaves starting points out. */
function approachFor({ run, render }: Tools, { expansion }: BranchState, from: Attempt): Approach | null {
  const { policy, target } = run.about.settings;
  if (policy.firstRound === 0 || !policy.approaches || from.id !== ROOT) return null;
  return approachOf(approachesIn(render("approaches", {})), target, familiesOf(run.tree.baselines().operators), expansion.childIndex);
}

/** The single agent. It sees one source with its result, a starting point if any, and the human feedback. */
const askSolo =
  (approach: Approach | null, blocks: readonly Block[]) =>
  async (tools: Tools, state: BranchState, last: Attempt, id: string): Promise<Written> => {
    const { run, render } = tools;
    const { settings, task } = run.about;
    const isFirst = last.id === ROOT;
    const { history: _, ...context } = contextText(render, settings, run.tree.baselines(), { ...viewOf(tools, state, "solo", last), tree: new SearchTree() });
    const status = statusText(render, last, run.tree.baselines().eager.medianUs);
    const shown = { status, files: filesText(run.candidate(last.source).files), problem: last.problem };
    const question = {
      role: "solo" as const,
      call: `${id}.solo`,
      about: last.normalized ?? "",
      childIndex: state.expansion.childIndex,
      system: systemText(render, settings),
      prompt: render("solo", {
        ...settingText(render, settings, run.tree.baselines(), settings.language),
        ...context,
        bundle: bundleText(render, settings, settings.language, false),
        reference: referenceText(render, { task }, { id: "" }),
        eager: isFirst ? eagerText(render, run.tree.baselines()) : "",
        last: isFirst ? "" : render("phrases#last", shown),
        approach: approach ? render("phrases#approach", { approach: `${approach.name} (${approach.what})` }) : "",
        blocks: blocksTold(tools, blocks),
        task: render(isFirst ? "phrases#task-first" : isBroken(last) ? "phrases#task-mend" : "phrases#task-improve", {}),
      }),
    };
    return await askFiles(tools, question, settings.language, null);
  };

/** One agent reads what a planner reads and writes what a coder writes, in one call. On a plateau it may turn to another language. It gets no building blocks: nobody knows its idea before. */
async function askImprover(tools: Tools, state: BranchState, parent: Attempt, id: string): Promise<Written> {
  const { run, render } = tools;
  const { settings, task } = run.about;
  const baselines = run.tree.baselines();
  const tree = run.tree.seenBy(state.expansion);
  const { files } = run.candidate(parent.source);
  const bound = state.diagnosis?.bound ?? "unknown";
  const offer = offerOf(techniquesIn(render("techniques", {})), tree, state.expansion, bound, settings, run.tree.returned(state.expansion));
  const turned = settings.policy.guidance ? offer.language : null;
  const language = turned ?? languageFor(tools, state, parent);
  const question = {
    role: "solo" as const,
    call: `${id}.solo`,
    about: parent.normalized ?? "",
    childIndex: state.expansion.childIndex,
    system: systemText(render, settings),
    prompt: render("improver", {
      ...settingText(render, settings, baselines, language),
      ...contextText(render, settings, baselines, viewOf(tools, state, "planner", parent)),
      bundle: bundleText(render, settings, language, true),
      reference: referenceText(render, { task }, parent),
      attempt: parent.id,
      status: statusText(render, parent, baselines.eager.medianUs),
      facts: settings.policy.profiles ? measuredText(render, run, parent, baselines.eager.medianUs) : "",
      diagnosis: state.diagnosis ? diagnosisText(render, state.diagnosis) : "",
      source: render("phrases#source", { files: filesText(files) }),
      ...directionParts(render, settings.policy.guidance ? { ...offer, language: null } : null, state.expansion.childIndex),
      files: `${turned ? `${render("phrases#rule-anew", { language: turned })} ` : ""}${filesRule(render, settings.policy, !turned)}`,
    }),
  };
  const answer = await askFiles(tools, question, language, turned ? null : files, undefined, true);
  return turned && answer.value ? { ...answer, value: { ...answer.value, language: turned } } : answer;
}

/** The building blocks for a kernel that is to be made by an idea. None for the repairer, without an idea, and where the policy leaves them out. */
async function blocksShown(tools: Tools, state: BranchState, from: Attempt, idea: string | undefined): Promise<Block[]> {
  const { run, blocks, blockRecord } = tools;
  const { policy, target, precision } = run.about.settings;
  if (idea === undefined || !policy.guidance || !policy.blocks) return [];
  const baselines = run.tree.baselines();
  const wanted = {
    target,
    precision,
    language: languageFor(tools, state, from),
    baselines,
    source: run.about.task.source,
    bound: boundBefore(from, baselines),
    idea,
  };
  return blocksFor(blocks, wanted, [...(await blockRecord.recall()), ...outcomesIn(run.tree.seenBy(state.expansion))]);
}

/** The attempts that a source is made from: one, or two for a crossover. */
function parentsOf({ run }: Tools, state: BranchState, focus: Attempt): Attempt[] {
  const second = planOf(state)?.secondParent;
  return second === undefined ? [focus] : [focus, run.tree.seenBy(state.expansion).find(second)];
}

function blocksTold({ run, render }: Tools, blocks: readonly Block[]): string {
  return blocksText(render, blocks, { baselines: run.tree.baselines(), target: run.about.settings.target });
}

/** The candidate's language: the plan's, else its parent's, else the run's. */
function languageFor({ run }: Tools, state: BranchState, from: Attempt): Language {
  const turned = from.id === state.expansion.parent ? planOf(state)?.language : undefined;
  return turned ?? from.language ?? run.about.settings.language;
}

function common(tools: Tools, state: BranchState, role: Role, attempt: Attempt) {
  const { run, render } = tools;
  const { settings, task } = run.about;
  return {
    ...settingText(render, settings, run.tree.baselines(), languageFor(tools, state, attempt)),
    ...contextText(render, settings, run.tree.baselines(), viewOf(tools, state, role, attempt)),
    reference: referenceText(render, { task }, attempt),
  };
}

function viewOf({ run }: Tools, { expansion }: BranchState, role: Role, attempt: Attempt) {
  const sourceOf = (one: Attempt) => run.candidate(one.source);
  return { role, tree: run.tree.seenBy(expansion), attempt, label: expansion.id, feedback: run.tree.feedback(), sourceOf };
}

function strayProblem(render: Tools["render"], marked: readonly SourceFile[], child: readonly SourceFile[]): string | null {
  const lines = strayed(marked, child);
  return lines.length === 0 ? null : render("phrases#stray", { lines: lines.join("\n") });
}
