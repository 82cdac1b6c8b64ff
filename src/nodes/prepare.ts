import { type Baselines, quickAlternativesOn, runBaseline } from "../domain/protocol.ts";
import { incumbentQuestion, rulesOf, type Settings } from "../domain/settings.ts";
import type { Task } from "../domain/task.ts";
import { incumbentsOf } from "../domain/incumbent.ts";
import { type Attempt, verdictFields } from "../run/attempt.ts";
import { type Candidate, normalized } from "../domain/candidate.ts";
import { OutOfBudget } from "../domain/errors.ts";
import { gpuFor } from "../domain/hardware.ts";
import { hashOf } from "../lib/hash.ts";
import type { RunEventBody } from "../run/events.ts";
import { ROOT } from "../run/tree.ts";
import { firstPrompts } from "../search/context/briefing.ts";
import { diagnose } from "../search/diagnosis/diagnosis.ts";
import { estimateOf } from "../search/context/cost-estimate.ts";
import { summaryOf } from "../search/context/summary.ts";
import type { SearchState } from "../graph/state.ts";
import type { Toolbox, Tools } from "../tools/toolbox.ts";
import { formatAttemptId } from "../run/attempt-id.ts";

/** Has the judge measure the reference, and plants the tree's root, with the kernel to start from under it. */
export const prepare = (toolbox: Toolbox) => async (state: SearchState) => {
  const { run, judge, render, trace } = toolbox.open(state.run);
  const { settings, task } = run.about;
  const { target, policy } = settings;
  run.emit(startOf(run, render));
  const [baselines, link] = await Promise.all([judge.prepare(preparation(settings, task)), trace.link()]);
  if (link !== null) run.emit({ type: "traced", link });
  run.emit({ type: "prepared", baselines });
  const root = rootOf(run, baselines);
  run.emit({ type: "attempted", attempt: root });
  const given = run.about.start;
  if (given) run.emit({ type: "attempted", attempt: await entered({ run, judge, render }, root, given, baselines) });
  for (const one of incumbentsOf(run.about.against, baselines, target))
    run.emit({ type: "incumbent", tier: "search", judged: await judge.incumbent(one, incumbentQuestion(settings, task, "search")) });
  return {
    summary: summaryOf(run.about, run.tree.without([])),
    waitsFor: settings.approve,
    mode: policy.async ? ("async" as const) : ("rounds" as const),
  };
};

/** What the judge is asked about the reference. Without library calls it reads as in earlier releases, so that kept replies are found again. */
const preparation = ({ target, precision, libraryCalls }: Settings, task: Task) => ({
  task,
  target,
  precision,
  baselines: quickAlternativesOn[target],
  ...(libraryCalls && { libraryCalls }),
});

/** The first event of the log. */
function startOf(run: Tools["run"], render: Tools["render"]): RunEventBody {
  const { settings, task, command, id, start } = run.about;
  const { target, language, precision, seed, model, policy, limits } = settings;
  return {
    type: "started",
    version: 2,
    runId: id,
    task: task.name,
    target,
    language,
    precision,
    model: model.name,
    mode: model.source,
    settings: { ...policy },
    seed,
    limits,
    price: model.price,
    estimate: start && policy.attempts === 1 ? null : estimateOf(firstPrompts(render, run.about), run.about.settings, model.price), // --start gives the only attempt
    command,
  };
}

/** The reference as the attempt that all others descend from. */
function rootOf(run: Tools["run"], baselines: Baselines): Attempt {
  const { task, settings } = run.about;
  return {
    id: ROOT,
    parent: null,
    round: 0,
    role: "reference",
    status: "reference",
    language: null,
    source: run.put(JSON.stringify({ language: settings.language, files: [{ name: "reference.py", text: task.source }] })),
    normalized: hashOf(task.source),
    plan: null,
    explanation: "the PyTorch reference, eager",
    problem: "",
    time: baselines.eager,
    speedup: null,
    diagnosis: null,
    verdict: null,
    tokens: 0,
    modelSeconds: 0,
    judgeSeconds: baselines.seconds,
  };
}

/** The kernel to start from as the first attempt, judged like any other. */
async function entered(
  { run, judge, render }: Pick<Tools, "run" | "judge" | "render">,
  root: Attempt,
  candidate: Candidate,
  baselines: Baselines,
): Promise<Attempt> {
  const { task, settings } = run.about;
  const { target, precision } = settings;
  const attempt: Attempt = {
    ...root,
    id: formatAttemptId({ round: 0, branch: 1 }),
    parent: ROOT,
    role: "coder",
    language: candidate.language,
    source: run.put(JSON.stringify(candidate)),
    normalized: hashOf(normalized(candidate)),
    explanation: "given with --start",
    time: null,
    judgeSeconds: 0,
  };
  try {
    const verdict = await judge.evaluate({ task, target, precision, candidate, tier: "search", baselines: [], ...rulesOf(settings) });
    const fields = verdictFields(verdict, runBaseline(baselines, target));
    return {
      ...attempt,
      ...fields,
      diagnosis: verdict.status === "ok" ? diagnose(render, verdict, fields.time, gpuFor(target, baselines.host)) : null,
      verdict: run.putVerdict(verdict),
    };
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    return { ...attempt, status: "out_of_budget", problem: `not judged: ${error.message}` };
  }
}
