import { hostname } from "node:os";
import { queueAddress } from "../../config/environment.ts";
import { wholeNumber } from "../../config/flags.ts";
import { workerOf } from "../../config/services.ts";
import { UserError } from "../../domain/errors.ts";
import { parseWorker } from "../../domain/worker-spec.ts";
import { agreeOnProtocol, openQueue } from "../../tools/judge/queue/database.ts";
import { openChannel } from "../../tools/judge/queue/channel.ts";
import { serveQueue } from "../../tools/judge/queue/serving.ts";
import { warn } from "../../tools/system/warn.ts";

interface WorkerFlags {
  database?: string;
  worker?: string;
  name?: string;
  tasks?: string;
  jobs: string;
}

/** `kernelwright worker`: gives the questions of a queue to a judge, until a signal. A first signal finishes what is in hand, a second gives it back. */
export async function worker(flags: WorkerFlags): Promise<void> {
  const wraps = flags.worker ?? "";
  if (parseWorker(wraps).kind === "queue")
    throw new UserError("a worker cannot wrap the queue that it serves", "name the judge's own place with --worker, or leave it out");
  const tasks = wholeNumber(flags.tasks, "--tasks", 1) ?? null;
  const jobs = wholeNumber(flags.jobs, "--jobs", 1)!;
  const url = queueAddress(flags.database);
  const name = flags.name ?? `${hostname()}-${process.pid}`;
  const [drain, abandon] = [new AbortController(), new AbortController()];
  const onSignal = (): void => {
    if (drain.signal.aborted) return abandon.abort();
    warn("the worker finishes what it has in hand; a second signal gives it back to the queue");
    drain.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  const queue = await openQueue(url, true);
  const judge = workerOf(wraps);
  const channel = openChannel(url);
  try {
    await queue.transaction(agreeOnProtocol);
    await serveQueue(queue, channel, { name, judge, wraps, tasks, jobs, say: (line) => console.log(line), drain: drain.signal, abandon: abandon.signal });
  } finally {
    await judge.close(true);
    await Promise.all([queue.close(), channel.close()]);
  }
}
