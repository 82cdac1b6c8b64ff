/** Questions for a queue, and workers of it in this process, whose judge is a function. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { PgBoss } from "pg-boss";
import { type Host, placeOf } from "../../src/domain/hardware.ts";
import { type Job, PROTOCOL, type Question } from "../../src/domain/protocol.ts";
import { openChannel } from "../../src/tools/judge/queue/channel.ts";
import { openQueue } from "../../src/tools/judge/queue/database.ts";
import { type Serving, serveQueue } from "../../src/tools/judge/queue/serving.ts";
import type { Worker } from "../../src/tools/judge/process-worker.ts";
import { repository } from "./places.ts";
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
      if (job.kind === "series" || job.kind === "gates") throw new Error("it comes as its candidates");
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

/** What release 0.2.0 leaves: an answer, a question that waits, and two that a worker had when it was killed. */
export async function leftBy020(url: string, client: Client): Promise<void> {
  await client.query(readFileSync(join(repository, "test", "fixtures", "queue-0.2.0.sql"), "utf8"));
  await client.query("insert into kernelwright.queue (protocol, release) values ($1, '0.2.0')", [PROTOCOL]);
  const boss = new PgBoss({ connectionString: url, schema: "kernelwright_boss", supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue("tasks", { policy: "exclusive", heartbeatSeconds: 10, expireInSeconds: 82_800, retryLimit: 10_000, deleteAfterSeconds: 3600 });
  await boss.send("tasks", { task: "held" }, { singletonKey: "held" });
  const [lease] = await boss.fetch("tasks");
  await boss.send("tasks", { task: "open" }, { singletonKey: "open" });
  await boss.stop({ graceful: false });
  await client.query("update kernelwright_boss.job set heartbeat_on = now() - interval '1 minute' where id = $1", [lease!.id]);
  for (const [id, task, holder, reply] of [
    ["answered", "open", null, JSON.stringify({ id: "answered", kind: "verdict", verdict: okVerdict("search", 3) })],
    ["waiting", "open", null, null],
    ["held-1", "held", `${lease!.id}/0`, null],
    ["held-2", "held", `${lease!.id}/0`, null],
  ] as const) {
    const job = JSON.stringify({ protocol: PROTOCOL, id, kind: "evaluate", ...kernel(task, id) });
    await client.query(
      "insert into kernelwright.question (id, task, label, owner, job, lease, worker, reply, answered) values ($1, $2, $2, 'run', $3, $4, 'old', $5::text, case when $5::text is null then null else now() end)",
      [id, task, job, holder, reply],
    );
  }
}
