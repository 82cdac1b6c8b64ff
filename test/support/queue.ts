/** Questions for a queue, and workers of it whose judge is a function. */
import type { Job, Question } from "../../src/domain/protocol.ts";
import { openChannel } from "../../src/tools/judge/queue/channel.ts";
import { openQueue } from "../../src/tools/judge/queue/database.ts";
import { serveQueue } from "../../src/tools/judge/queue/serving.ts";
import type { Worker } from "../../src/tools/judge/process-worker.ts";
import { baselines, okVerdict } from "./verdicts.ts";

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

/** A worker of the queue in this process, whose judge is a function. */
export async function serving(url: string, name: string, judged: (job: Extract<Job, { kind: "evaluate" }>) => void) {
  const judge: Worker = {
    submit: async (job) => {
      if (job.kind === "probe") return { id: job.id, kind: "host", host: baselines.host };
      if (job.kind === "prepare") return { id: job.id, kind: "prepared", baselines };
      judged(job);
      return { id: job.id, kind: "verdict", verdict: okVerdict(job.tier, 2) };
    },
    close: async () => {},
  };
  const [drain, said] = [new AbortController(), [] as string[]];
  const [queue, channel] = [await openQueue(url, true), openChannel(url)];
  const say = (line: string): void => void said.push(line);
  const done = serveQueue(queue, channel, { name, judge, wraps: "", tasks: null, jobs: 4, say, drain: drain.signal, abandon: new AbortController().signal });
  return { said, end: async () => (drain.abort(), await done, await queue.close(), await channel.close()) };
}
