import { z } from "zod";
import { type Attempt, isBroken, type Plan } from "../domain/attempt.ts";
import { SourceFile } from "../domain/candidate.ts";
import { hashOf } from "../domain/hash.ts";
import type { Role } from "../domain/settings.ts";
import type { Language } from "../domain/task.ts";
import { ROOT, SearchTree, type Tree } from "../domain/tree.ts";
import { anchored, strayed, untagged } from "../search/anchors.ts";
import { bundleProblem, unfenced } from "../search/bundle.ts";
import { commonParts, filesText, statusText, systemText } from "../search/briefing.ts";
import { changeOf } from "../search/story.ts";
import { windowOf } from "../search/windows.ts";
import type { BranchState } from "../state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";

const CodeReply = z.object({
  explanation: z.string().describe("what was changed, or the bug and its fix, in one or two sentences"),
  files: z.array(z.object({ name: z.string(), text: z.string() })).describe("every file of the candidate, in full"),
});

/** The code agent; on the repair edge, or on a broken attempt, the debug agent. Leaves a draft for verify. */
export const refactor = (toolbox: Toolbox) => async (state: BranchState) => {
  const tools = toolbox.open(state.run);
  const focus = tools.run.tree.seenBy(state.expansion).find(state.focus);
  const repairs = focus.id !== state.expansion.parent;
  const isSolo = state.expansion.first === "solo";
  const role = isBroken(focus) && !isSolo ? "repairer" : "coder";
  const id = repairs ? `${state.expansion.id}s${state.repairs + 1}` : state.expansion.id;
  const asks = isSolo ? askSolo : role === "repairer" ? askRepairer : askCoder;
  const answer = await asks(tools, state, focus, id);
  const language = languageFor(tools, state, focus);
  const source = answer.value && tools.run.put(JSON.stringify({ language, files: untagged(unfenced(answer.value.files)) }));
  const draft = {
    id,
    parent: focus.id,
    role,
    source,
    explanation: (answer.value?.explanation ?? "").slice(0, 1000),
    problem: answer.problem,
    tokens: answer.tokens,
    modelSeconds: answer.seconds,
    outOfBudget: answer.outOfBudget && answer.value === null,
  };
  const change = source === null ? "" : changeOf(tools.run.candidate(focus.source).files, tools.run.candidate(source).files);
  return { draft, change, result: "", outcome: "open" as const, ...(repairs && { repairs: state.repairs + 1 }) };
};

async function askCoder(tools: Tools, state: BranchState, parent: Attempt, id: string) {
  const plan = state.plan as Plan;
  const { files } = tools.run.candidate(parent.source);
  const marked = plan.echo === undefined ? anchored(files, plan.anchors, plan.advice) : z.array(SourceFile).parse(JSON.parse(tools.run.get(plan.echo)));
  const isRoot = parent.id === ROOT;
  const isAnew = plan.language !== undefined;
  return await tools.model.ask({
    role: "coder",
    call: `${id}.coder`,
    about: hashOf(`${parent.normalized} ${plan.advice}`),
    nth: 0,
    schema: CodeReply,
    system: systemText(tools.render, tools.run.about.settings),
    prompt: tools.render("coder", {
      ...common(tools, state, "coder", parent),
      attempt: parent.id,
      status: statusText(parent),
      anchored: filesText(marked),
      donor: donorText(tools, tools.run.tree.seenBy(state.expansion), plan),
      rule: isAnew
        ? `Write the candidate anew in ${plan.language}, as the plan says: nothing of this source need stay.`
        : isRoot
          ? `Write the first candidate: replace the marked PyTorch operators by a kernel of your own.${plan.part === undefined ? "" : ` Only the part "${plan.part}" changes: everything else stays in PyTorch, with the reference's submodules and parameters.`}`
          : "Touch only what stands between the tags; outside them you may only add includes and helper functions.",
    }),
    problem: (reply) => bundleProblem(unfenced(reply.files), languageFor(tools, state, parent)),
    wish: (reply) => (isRoot || isAnew ? null : strayProblem(marked, unfenced(reply.files))),
  });
}

/** The attempt that a composition takes from, in full. */
function donorText({ run }: Tools, tree: Tree, plan: Plan): string {
  if (plan.donor === undefined) return "";
  const donor = tree.find(plan.donor);
  return [`# The attempt to take over: ${donor.id}`, statusText(donor), filesText(run.candidate(donor.source).files)].join("\n\n");
}

async function askRepairer(tools: Tools, state: BranchState, broken: Attempt, id: string) {
  const earlier = tools.run.tree.seenBy(state.expansion).childrenOf(broken.id).length;
  return await tools.model.ask({
    role: "repairer",
    call: `${id}.repairer`,
    about: broken.normalized ?? "",
    nth: earlier,
    schema: CodeReply,
    system: systemText(tools.render, tools.run.about.settings),
    prompt: tools.render("repairer", {
      ...common(tools, state, "repairer", broken),
      attempt: broken.id,
      files: filesText(tools.run.candidate(broken.source).files),
      problem: broken.problem,
      plan: broken.plan ? planText(broken.plan) : "none was recorded",
    }),
    problem: (reply) => bundleProblem(unfenced(reply.files), languageFor(tools, state, broken)),
  });
}

/** The agent of the paper's baselines: it sees one source and how that did, and what a person said. */
async function askSolo({ run, render, model }: Tools, state: BranchState, last: Attempt, id: string) {
  const about = { ...run.about, told: run.tree.told() };
  const { machine, bundle, reference, rules } = commonParts(render, about, state.baselines, new SearchTree(), [], (one) => run.candidate(one.source));
  const text = last.id === ROOT ? "None yet." : [statusText(last), filesText(run.candidate(last.source).files), last.problem].join("\n\n").trim();
  return await model.ask({
    role: "solo",
    call: `${id}.solo`,
    about: last.normalized ?? "",
    nth: state.expansion.nth,
    schema: CodeReply,
    system: systemText(render, run.about.settings),
    prompt: render("solo", { machine, bundle, reference, last: text, rules: rules && `\n\n${rules}` }),
    problem: (reply) => bundleProblem(unfenced(reply.files), run.about.settings.language),
  });
}

/** What the candidate is written in: what the plan turns to, else what it is made from is written in, else the run's own. */
function languageFor({ run }: Tools, { plan, expansion }: BranchState, from: Attempt): Language {
  const turned = from.id === expansion.parent ? plan?.language : undefined;
  return turned ?? from.language ?? run.about.settings.language;
}

function common(tools: Tools, state: BranchState, role: Role, attempt: Attempt) {
  const { run, render } = tools;
  const { policy, seed } = run.about.settings;
  const draw = { seed, label: state.expansion.id };
  const tree = run.tree.seenBy(state.expansion);
  const window = windowOf(role, tree, attempt, policy, draw, (one) => run.get(one.source ?? "").length);
  return commonParts(
    render,
    { ...run.about, told: run.tree.told() },
    state.baselines,
    tree,
    window,
    (one) => run.candidate(one.source),
    languageFor(tools, state, attempt),
  );
}

/** A plan as the repairer reads it: the marks survive a repair. */
function planText({ strategy, advice, anchors }: Plan): string {
  const places = anchors.map(({ file, from, to }) => `${file} lines ${from} to ${to}`).join(", ");
  return `${strategy}: ${advice} (marked in the source it was made for: ${places})`;
}

function strayProblem(marked: readonly SourceFile[], child: readonly SourceFile[]): string | null {
  const lines = strayed(marked, child);
  return lines.length === 0
    ? null
    : `Outside the IMPROVE tags the source must stay as it is, apart from includes and whole new functions. The reply differs there (- is missing, + is new):\n${lines.join("\n")}`;
}
