/** Runs one case: a search of one step through the real graph. The model plays the role under test. */
import { execa } from "execa";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Candidate, type SourceFile } from "../../src/domain/candidate.ts";
import type { Reply as JudgeReply } from "../../src/domain/protocol.ts";
import { recordOf, type RunRecord } from "../../src/run/events.ts";
import { type ModelSettings, Policy, Settings } from "../../src/domain/settings.ts";
import { strategies } from "../../src/search/selection/strategies.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { searchGraph } from "../../src/graph/search.ts";
import { createToolbox } from "../../src/config/services.ts";
import { artifactsOf } from "../../src/config/publish.ts";
import { readTask } from "../../src/tools/tasks/task-file.ts";
import { type Endpoint, liveEndpoint } from "../../src/tools/model/endpoint.ts";
import { openRun, type RunFolder } from "../../src/run/run-folder.ts";
import { createRun } from "../../src/run/run-file.ts";
import type { Worker } from "../../src/tools/judge/process-worker.ts";
import { withSeries } from "../../test/support/series.ts";
import { baselines, common, okVerdict } from "../../test/support/verdicts.ts";
import { planCarriedOut } from "../langsmith/scores.ts";
import type { Case, Reply } from "./cases.ts";

const task = join(import.meta.dirname, "task.py");

/** Scores the model's reply: 1 or 0 per expectation. */
export async function runCase(one: Case, model: ModelSettings, apiKey: string | undefined): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "kernelwright-prompts-"));
  try {
    const strategy = one.role === "solo" ? "sampling" : "beam";
    const policy = Policy.parse({
      ...strategies[strategy].set,
      strategy,
      attempts: one.role === "repairer" ? 6 : one.start ? 2 : 1,
      breadth: 1,
      tune: 0,
      epsilon: 0,
    });
    const settings = Settings.parse({ taskFile: task, target: "cpu", language: "cpp", model, policy });
    const start = one.start && Candidate.parse({ language: "cpp", files: one.start });
    const run = createRun(join(folder, "run"), settings, readTask(task), "evals/prompts", start ? { start } : {});
    const toolbox = createToolbox([], folder, "", { endpoint: endpointFor(one, model, apiKey), worker: workerFor(one) });
    await searchGraph(toolbox).compile().invoke({ run }, { recursionLimit: 100 });
    await toolbox.close();
    const reply = replyIn(openRun(run), one);
    const compiles = await doesCompile(folder, reply.files);
    return Object.fromEntries(Object.entries(one.expects).map(([name, holds]) => [name, holds(reply, compiles) ? 1 : 0]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The model for the role under test, what is written for the others. */
function endpointFor({ role, scripted }: Case, model: ModelSettings, apiKey: string | undefined): Endpoint {
  const live = liveEndpoint(model, apiKey);
  return async (request) => {
    const text = request.role === role ? undefined : JSON.stringify(scripted[request.role]);
    return text === undefined ? await live(request) : { text, flaw: null, inputTokens: 0, outputTokens: 0, counted: true, model: "scripted" };
  };
}

/** Verdicts of the case: the kernel to start from passes; the first candidate passes or shows what the compiler says. */
function workerFor({ start, firstBuilds }: Case): Worker {
  let judged = 0;
  return withSeries({
    async submit(job): Promise<JudgeReply> {
      if (job.kind === "series" || job.kind === "gates") throw new Error("it comes as its candidates");
      if (job.kind === "prepare") return { id: job.id, kind: "prepared", baselines };
      if (job.kind === "probe") return { id: job.id, kind: "host", host: baselines.host };
      const nth = judged++ - (start ? 1 : 0);
      const verdict: Verdict =
        nth === 0 && !firstBuilds
          ? { status: "build_failed", ...common, compiler: "g++", diagnostics: await diagnosticsOf(job.candidate.files) }
          : okVerdict(job.tier, 1.5);
      return { id: job.id, kind: "verdict", verdict };
    },
    close: async () => {},
  });
}

function replyIn(run: RunFolder, { role }: Case): Reply {
  const record: RunRecord = recordOf(run.events());
  const made = record.attempts.filter((one) => one.role === (role === "repairer" ? "repairer" : "coder") && one.id !== "r0b1");
  const attempt = made.at(0);
  const { strategy = "", advice = "", anchors = [] } = attempt?.plan ?? {};
  const isItsCall = (on: string): boolean => new RegExp(`\\.${role}\\.\\d+$`).test(on) && (attempt === undefined || on.startsWith(`${attempt.id}.`));
  const calls = run.events().filter((one) => one.type === "charged" && one.charge.by === "model" && isItsCall(one.charge.on));
  const files = attempt?.source ? run.candidate(attempt.source).files : [];
  return { files, strategy, advice, anchors, planCarriedOut: planCarriedOut(record, artifactsOf(run)), turns: calls.length };
}

async function doesCompile(folder: string, files: readonly SourceFile[]): Promise<boolean> {
  const kernel = files.find((one) => one.name === "kernel.cpp");
  if (!kernel) return false;
  writeFileSync(join(folder, "kernel.cpp"), kernel.text);
  return (await execa("g++", ["-std=c++17", "-fopenmp", "-fsyntax-only", join(folder, "kernel.cpp")], { reject: false })).exitCode === 0;
}

async function diagnosticsOf(files: readonly SourceFile[]): Promise<string> {
  const input = files.find((one) => one.name === "kernel.cpp")?.text ?? "";
  const { stderr } = await execa("g++", ["-std=c++17", "-fopenmp", "-fsyntax-only", "-x", "c++", "-"], { input, reject: false });
  return stderr.replaceAll("<stdin>", "kernel.cpp");
}
