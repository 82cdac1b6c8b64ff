/** Renders the prompts of recorded runs again, by the program's own nodes: one capture per model call that an attempt took. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Block } from "../../src/domain/block.ts";
import { gpuFor } from "../../src/domain/hardware.ts";
import { Policy, type Role, Settings } from "../../src/domain/settings.ts";
import { hashOf } from "../../src/lib/hash.ts";
import { analyze } from "../../src/nodes/analyze.ts";
import { refactor } from "../../src/nodes/refactor.ts";
import type { BranchState } from "../../src/graph/state.ts";
import { runBaseline } from "../../src/domain/protocol.ts";
import { type Attempt, verdictFields } from "../../src/run/attempt.ts";
import { createRun } from "../../src/run/run-file.ts";
import { openRun, type RunFolder } from "../../src/run/run-folder.ts";
import { ROOT } from "../../src/run/tree.ts";
import { isAlone } from "../../src/search/selection/select.ts";
import { diagnose, diagnosisTold } from "../../src/search/diagnosis/diagnosis.ts";
import type { Ask } from "../../src/tools/model/client.ts";
import { renderPrompt } from "../../src/tools/model/prompt.ts";
import { createBlockRecord } from "../../src/tools/storage/block-record.ts";
import type { Toolbox, Tools } from "../../src/tools/toolbox.ts";
import { baselinesOf, type RecordedAttempt, type RecordedRun, verdictOf } from "./recorded-runs.ts";

export interface Rendered {
  readonly attempt: string;
  readonly role: Role;
  readonly text: string;
}

const roundOf = ({ id }: { id: string }): number => Number(/^r(\d+)/.exec(id)?.[1]);
const isRepair = ({ id }: { id: string }): boolean => /s\d+$/.test(id);

/** The prompts of a recorded run under a policy, in the order of the requests. */
export async function rendered(recorded: RecordedRun, policy: Partial<Policy> = {}, blocks: readonly Block[] = []): Promise<Rendered[]> {
  const folder = mkdtempSync(join(tmpdir(), "kernelwright-rendered-"));
  try {
    const run = runOf(folder, recorded, policy);
    const prompts: Rendered[] = [];
    let round = 0;
    const waiting: Attempt[] = [];
    for (const attempt of recorded.attempts) {
      if (roundOf(attempt) > round) for (const one of waiting.splice(0)) run.emit({ type: "attempted", attempt: one });
      round = roundOf(attempt);
      if (isRepair(attempt)) for (const one of waiting.filter(({ id }) => id === attempt.parent)) run.emit({ type: "attempted", attempt: one });
      prompts.push(...(await promptsOf(run, recorded, attempt, blocks)));
      waiting.push(attemptOf(run, recorded, attempt));
    }
    return prompts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runOf(folder: string, recorded: RecordedRun, policy: Partial<Policy>): RunFolder {
  const settings = Settings.parse({
    taskFile: "task.py",
    target: "cuda",
    language: "cuda",
    model: { name: "recorded", source: "replay" },
    policy: Policy.parse({ attempts: recorded.attempts.length, ...policy }),
  });
  const run = openRun(createRun(join(folder, "run"), settings, recorded.task, "rendered again"));
  const source = run.put(JSON.stringify({ language: "cuda", files: [{ name: "reference.py", text: recorded.task.source }] }));
  const nothing = { language: null, plan: null, problem: "", speedup: null, diagnosis: null, verdict: null, tokens: 0, modelSeconds: 0, judgeSeconds: 0 };
  run.emit({ type: "prepared", baselines: baselinesOf(recorded) });
  run.emit({
    type: "attempted",
    attempt: {
      ...nothing,
      id: ROOT,
      parent: null,
      round: 0,
      role: "reference",
      status: "reference",
      source,
      normalized: hashOf(recorded.task.source),
      explanation: "",
      time: baselinesOf(recorded).eager,
    },
  });
  return run;
}

function attemptOf(run: RunFolder, recorded: RecordedRun, attempt: RecordedAttempt): Attempt {
  const verdict = verdictOf(recorded, attempt);
  const parent = recorded.attempts.find((one) => one.id === attempt.parent);
  const candidate = { language: "cuda", files: attempt.files };
  const fields = verdictFields(verdict, runBaseline(baselinesOf(recorded), "cuda"));
  return {
    id: attempt.id,
    parent: attempt.parent,
    round: roundOf(attempt),
    role: attempt.role,
    language: "cuda",
    source: run.put(JSON.stringify(candidate)),
    normalized: hashOf(JSON.stringify(candidate)),
    plan: attempt.plan ?? parent?.plan ?? null,
    explanation: attempt.explanation,
    ...fields,
    diagnosis: diagnose(renderPrompt, verdict, fields.time, gpuFor("cuda", recorded.host), parent ? verdictOf(recorded, parent) : null),
    verdict: run.putVerdict(verdict),
    tokens: 0,
    modelSeconds: 0,
  };
}

async function promptsOf(run: RunFolder, recorded: RecordedRun, attempt: RecordedAttempt, blocks: readonly Block[]): Promise<Rendered[]> {
  const asked: Ask<unknown>[] = [];
  const model = {
    ask: async (question: Ask<unknown>) => {
      asked.push(question);
      return await Promise.resolve({ value: null, problem: "", tokens: 0, seconds: 0, outOfBudget: false });
    },
  };
  const toolbox = {
    open: () => ({ run, model, render: renderPrompt, blocks, blockRecord: createBlockRecord(() => null) }) as unknown as Tools,
  } as unknown as Toolbox;
  const state = stateOf(run, recorded, attempt);
  if (!isRepair(attempt) && state.expansion.first === "planner") await analyze(toolbox)(state);
  await refactor(toolbox)(attempt.plan && !isRepair(attempt) ? { ...state, step: { phase: "planned", plan: attempt.plan } } : state);
  return asked.map(({ role, system, prompt }) => ({ attempt: attempt.id, role, text: `${system}\n\n${prompt}` }));
}

function stateOf(run: RunFolder, recorded: RecordedRun, attempt: RecordedAttempt): BranchState {
  const beside = recorded.attempts.filter((one) => roundOf(one) === roundOf(attempt) && one.parent === attempt.parent);
  const parent = run.tree.without([]).find(attempt.parent);
  const before = run.tree.without([]).childrenOf(attempt.parent).length;
  const place = beside.indexOf(attempt);
  const branch = attempt.id.replace(/s\d+$/, "");
  const grown = recorded.attempts.find((one) => one.id === branch) ?? attempt;
  return {
    run: "",
    focus: attempt.parent,
    diagnosis: diagnosisTold(renderPrompt, parent, run.tree.baselines(), run.about.settings.policy),
    step: { phase: isRepair(attempt) ? "broken" : "chosen" },
    change: "",
    result: "",
    repairs: 0,
    waits: false,
    replans: 0,
    planTokens: 0,
    planSeconds: 0,
    expansion: {
      id: branch,
      parent: grown.parent,
      childIndex: before + place,
      round: roundOf(attempt),
      repairs: 2,
      first: isAlone(run.about.settings.policy, run.tree.without([]).find(grown.parent)) ? "solo" : "planner",
      beside: [],
      siblingIndex: place,
      siblingCount: beside.length,
      secondParent: null,
      why: "best",
    },
  };
}
