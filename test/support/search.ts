/** A whole search in this process: the real graph, tools and model client; the judge's answers are scripted, so nothing is built. */
import { join } from "node:path";
import { type RunRecord, recordOf } from "../../src/domain/run-record.ts";
import type { Baselines, Job, Reply } from "../../src/domain/protocol.ts";
import { Settings } from "../../src/domain/settings.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { searchGraph } from "../../src/graph/search.ts";
import { readTask } from "../../src/services.ts";
import { liveEndpoint } from "../../src/tools/endpoint.ts";
import { FileStore } from "../../src/tools/file-store.ts";
import { createJudge } from "../../src/tools/judge.ts";
import { openLedger } from "../../src/tools/ledger.ts";
import { createMemory } from "../../src/tools/memory.ts";
import { createModel } from "../../src/tools/model.ts";
import { renderPrompt } from "../../src/tools/prompt.ts";
import { createReplies } from "../../src/tools/replies.ts";
import { untraced } from "../../src/tools/trace.ts";
import { createRun, openRun, type RunFolder } from "../../src/tools/run-folder.ts";
import { scratch } from "./command.ts";
import { type ModelServer, type Script, startModelServer } from "./model-server.ts";
import { baselines, okVerdict } from "./verdicts.ts";
import { affineTask } from "./places.ts";

type Evaluate = Extract<Job, { kind: "evaluate" }>;

export interface Searched {
  record: RunRecord;
  run: RunFolder;
  answered: ModelServer["answered"];
  /** the candidates that reached the judge, promotions left out */
  judged: Evaluate[];
}

/** Searches test/fixtures/affine.py with scripted replies; `verdict` judges the nth candidate, by default ok and twice as fast. */
export async function search(
  script: Script,
  settings: object = {},
  verdict: (job: Evaluate, nth: number) => Verdict = () => okVerdict("search", 2),
  reference: Partial<Baselines> = {},
): Promise<Searched> {
  const server = await startModelServer(script);
  try {
    const about = Settings.parse({
      taskFile: affineTask,
      target: "cpu",
      language: "cpp",
      model: { name: "scripted", source: "live", baseURL: server.url },
      policy: { attempts: 1 },
      ...settings,
    });
    const run = openRun(createRun(join(scratch(), "run"), about, readTask(about.taskFile), "a test"));
    const judged: Evaluate[] = [];
    const ledger = openLedger(run, about.limits);
    const tools = {
      run,
      ledger,
      memory: createMemory(() => (about.memory === null ? null : FileStore.open(about.memory))),
      model: createModel(createReplies(liveEndpoint(about.model, "test"), run, about.model, ledger)),
      judge: createJudge({ submit: async (job) => answer(job, judged, verdict, { ...baselines, ...reference }), close: async () => {} }, run.about.id, {
        folder: run.file("judged"),
        ledger,
      }),
      trace: untraced,
      render: renderPrompt,
      publish: () => {},
    };
    await searchGraph({ open: () => tools, create: async () => run.path, fork: () => run.path })
      .compile()
      .invoke({ run: run.path });
    return { record: recordOf(run.events()), run, answered: server.answered, judged };
  } finally {
    await server.close();
  }
}

function answer(job: Job, judged: Evaluate[], verdict: (job: Evaluate, nth: number) => Verdict, known: Baselines): Reply {
  if (job.kind === "prepare") return { id: job.id, kind: "prepared", baselines: known };
  if (job.kind === "probe") return { id: job.id, kind: "host", host: known.host };
  if (job.tier === "promotion") return { id: job.id, kind: "verdict", verdict: okVerdict("promotion", 2) };
  judged.push(job);
  return { id: job.id, kind: "verdict", verdict: verdict(job, judged.length - 1) };
}
