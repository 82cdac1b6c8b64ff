import { quickRivalsOn } from "../domain/protocol.ts";
import type { Attempt } from "../domain/attempt.ts";
import { hashOf } from "../domain/hash.ts";
import { firstPrompts } from "../search/briefing.ts";
import { estimateOf } from "../search/estimate.ts";
import type { SearchState } from "../state.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** Opens the run, has the judge measure the reference, and plants the tree's root. */
export const prepare = (toolbox: Toolbox) => async (state: SearchState) => {
  const path = state.run || (state.request ? toolbox.create(state.request) : "");
  if (path === "") throw new Error("the graph needs `run` or `request`");
  const { run, judge, render } = toolbox.open(path);
  const { settings, task, command, id } = run.about;
  const { target, language, precision, seed, model, policy, limits } = settings;
  run.emit({
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
    estimate: estimateOf(firstPrompts(render, run.about), policy, model.price),
    command,
  });
  const baselines = await judge.prepare({ task, target, precision, baselines: quickRivalsOn[target] });
  run.emit({ type: "prepared", baselines });
  const source = run.put(JSON.stringify({ language, files: [{ name: "reference.py", text: task.source }] }));
  const root: Attempt = {
    id: "root",
    parent: null,
    round: 0,
    role: "reference",
    status: "reference",
    language: null,
    source,
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
  run.emit({ type: "attempted", attempt: root });
  return { run: path, baselines, mode: policy.async ? ("async" as const) : ("rounds" as const) };
};
