/** Questions for a queue, and workers of it in this process, whose judge is a function. */
import { type Host, placeOf } from "../../src/domain/hardware.ts";
import type { Job, Question } from "../../src/domain/protocol.ts";
import { openChannel } from "../../src/tools/judge/queue/channel.ts";
import { openQueue } from "../../src/tools/judge/queue/database.ts";
import { type Serving, serveQueue } from "../../src/tools/judge/queue/serving.ts";
import type { Worker } from "../../src/tools/judge/process-worker.ts";
import { withSeries } from "./series.ts";
import { baselines, okVerdict } from "./verdicts.ts";

type EvaluateJob = Extract<Job, { kind: "evaluate" }>;
type Evaluate = Omit<Extract<Question, { kind: "evaluate" }>, "kind">;

/** A question about a kernel of a task. */
export const kernel = (task: string, text: string): Evaluate => ({
  task: { name: task, source: `class Model: pass # ${task}\n` },
  target: "cpu",
  precision: "fp32",
  candidate: { language: "cpp", files: [{ name: "kernel.cpp", text }] },
  tier: "search",
  baselines: [],
  library: "library-allowed",
});

/** A host of this name, with a GPU if one is named. */
export const hostNamed = (name: string, gpu: string | null = null): Host => ({
  ...baselines.host,
  name,
  ...(gpu !== null && {
    driver: "580.1",
    gpus: 1,
    gpu: { name: gpu, capability: "9.0", multiprocessors: 132, memoryBytes: 2 ** 37, l2Bytes: 2 ** 25, sharedBytesPerBlock: 2 ** 17 },
  }),
});

/** Serves the queue until `end`. `judged` sees each candidate first. */
export async function serving(
  url: string,
  name: string,
  judged: (job: EvaluateJob) => void | Promise<void> = () => {},
  { host = baselines.host, ...wishes }: Partial<Pick<Serving, "tasks" | "jobs" | "turn">> & { host?: Host } = {},
) {
  const judge: Worker = withSeries({
    submit: async (job) => {
      if (job.kind === "probe") return { id: job.id, kind: "host", host };
      if (job.kind === "prepare") return { id: job.id, kind: "prepared", baselines: { ...baselines, host } };
      if (job.kind === "series") throw new Error("it comes as its candidates");
      await judged(job);
      const place = placeOf(host, job.target);
      return { id: job.id, kind: "verdict", verdict: { ...okVerdict(job.tier, 2), ...(place && { place }) } };
    },
    close: async () => {},
  });
  const [drain, said] = [new AbortController(), [] as string[]];
  const [queue, channel] = [await openQueue(url, true), openChannel(url)];
  const say = (line: string): void => void said.push(line);
  const signals = { drain: drain.signal, abandon: new AbortController().signal };
  const done = serveQueue(queue, channel, { name, judge, wraps: "", tasks: null, jobs: 4, say, ...signals, ...wishes });
  return { said, end: async () => (drain.abort(), await done, await queue.close(), await channel.close()) };
}
