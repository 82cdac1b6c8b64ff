/** A whole search in this process: the real graph, tools and model client; the judge's answers are scripted, so nothing is built. */
import { join } from "node:path";
import { type RunRecord, recordOf } from "../../src/run/events.ts";
import type { Baselines, Job, Reply } from "../../src/domain/protocol.ts";
import type { Incumbent } from "../../src/domain/incumbent.ts";
import { Settings } from "../../src/domain/settings.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { searchGraph } from "../../src/graph/search.ts";
import { readTask } from "../../src/tools/tasks/task-file.ts";
import { liveEndpoint } from "../../src/tools/model/endpoint.ts";
import { FileStore } from "../../src/tools/storage/file-store.ts";
import { createJudge } from "../../src/tools/judge/client.ts";
import { openLedger } from "../../src/run/ledger.ts";
import { createBlockRecord } from "../../src/tools/storage/block-record.ts";
import type { Block } from "../../src/domain/block.ts";
import { replayEndpoint } from "../../src/tools/model/recordings.ts";
import { createModel } from "../../src/tools/model/client.ts";
import { renderPrompt } from "../../src/tools/model/prompt.ts";
import { createReplies } from "../../src/tools/model/reply-cache.ts";
import { untraced } from "../../src/tools/tracing/trace.ts";
import { openRun, type RunFolder } from "../../src/run/run-folder.ts";
import { createRun } from "../../src/run/run-file.ts";
import { scratch } from "./command.ts";
import { type ModelServer, type Script, startModelServer } from "./model-server.ts";
import { withSeries } from "./series.ts";
import { baselines, namedSpeed, okVerdict } from "./verdicts.ts";
import { affineTask } from "./places.ts";

type Evaluate = Extract<Job, { kind: "evaluate" }>;
type Prepare = Extract<Job, { kind: "prepare" }>;

export interface Searched {
  record: RunRecord;
  run: RunFolder;
  /** the attempt that promotion chose */
  winner: string | null;
  answered: ModelServer["answered"];
  /** the candidates that reached the judge, promotions left out */
  judged: Evaluate[];
  /** the questions about the reference */
  prepared: Prepare[];
}

/** Searches test/fixtures/affine.py with scripted replies; `verdict` judges the nth candidate, by default ok and twice as fast. */
export async function search(
  script: Script,
  settings: object = {},
  verdict: (job: Evaluate, nth: number) => Verdict | Promise<Verdict> = () => okVerdict("search", 2),
  reference: Partial<Baselines> = {},
  { blocks = [], against = [], promoted }: { blocks?: readonly Block[]; against?: Incumbent[]; promoted?: (job: Evaluate) => Verdict } = {},
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
    const run = openRun(createRun(join(scratch(), "run"), about, readTask(about.taskFile), "a test", { against }));
    const judged: Evaluate[] = [];
    const prepared: Prepare[] = [];
    const ledger = openLedger(run, about.limits);
    const { recording, expansions } = about.model;
    const endpoint = recording === null ? liveEndpoint(about.model, "test") : replayEndpoint(recording, expansions.length > 0);
    const tools = {
      run,
      ledger,
      blocks,
      blockRecord: createBlockRecord(() => (about.blockRecord === null ? null : FileStore.open(about.blockRecord))),
      model: createModel(createReplies(endpoint, run, about.model, ledger)),
      judge: createJudge(
        withSeries({
          submit: async (job) => {
            if (job.kind === "prepare") prepared.push(job);
            return await answer(job, judged, { verdict, promoted }, { ...baselines, ...reference });
          },
          close: async () => {},
        }),
        run.about.id,
        {
          folder: run.file("judged"),
          ledger,
          artifacts: run,
          host: () => run.tree.host(),
        },
      ),
      trace: untraced,
      render: renderPrompt,
      publish: () => {},
    };
    const { winner } = await searchGraph({ open: () => tools, create: async () => run.path, fork: () => run.path })
      .compile()
      .invoke({ run: run.path }, { recursionLimit: 1000 });
    return { record: recordOf(run.events()), run, winner, answered: server.answered, judged, prepared };
  } finally {
    await server.close();
  }
}

interface Scripts {
  verdict: (job: Evaluate, nth: number) => Verdict | Promise<Verdict>;
  promoted: ((job: Evaluate) => Verdict) | undefined;
}

async function answer(job: Job, judged: Evaluate[], { verdict, promoted }: Scripts, known: Baselines): Promise<Reply> {
  if (job.kind === "prepare") return { id: job.id, kind: "prepared", baselines: known };
  if (job.kind === "probe") return { id: job.id, kind: "host", host: known.host };
  if (job.kind === "series" || job.kind === "gates") throw new Error("it comes as its candidates");
  if (job.tier === "promotion") return { id: job.id, kind: "verdict", verdict: promoted?.(job) ?? okVerdict("promotion", namedSpeed(job.candidate) ?? 2) };
  judged.push(job);
  return { id: job.id, kind: "verdict", verdict: await verdict(job, judged.length - 1) };
}
