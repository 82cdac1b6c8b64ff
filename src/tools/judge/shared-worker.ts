/**
 * One judge for all runs of this process with the same worker, so a device never times two kernels at once. A new
 * judge gets jobs only when the old one has ended. A cancelled run frees the device at once, and the next judge repeats
 * the jobs of other runs.
 */
import { Interrupted } from "../../domain/errors.ts";
import type { Reply } from "../../domain/protocol.ts";
import { parseWorker, type WorkerSpec } from "../../domain/worker-spec.ts";
import type { Worker } from "./process-worker.ts";

/** The current work of a worker. */
export interface WorkerStanding {
  worker: WorkerSpec["kind"];
  runs: number;
  jobs: number;
  /** devices, each timed by one job at a time; null until its judge has answered */
  lanes: number | null;
}

/** A worker, and the signal that one run has ended it while others wait. */
interface Judge {
  readonly worker: Worker;
  /** rejects then */
  readonly taken: Promise<never>;
  take(): void;
}

interface Shared {
  judge: Judge;
  /** jobs in flight, by the run that asked */
  readonly leases: Map<object, Set<string>>;
  lanes: number | null;
}

export interface Workers {
  /** A share of the worker `name`. Closing the last share ends the worker. */
  lease(name: string): Worker;
  standing(): WorkerStanding[];
}

/** `start` makes a worker from the value of --worker. */
export function shareWorkers(start: (name: string) => Worker): Workers {
  const shared = new Map<string, Shared>();
  const ends = new Map<string, Promise<void>>(); // of the judges before, by worker
  return {
    lease(name) {
      const judge = (): Judge => ({ worker: after(ends.get(name), start(name)), ...ending() });
      const among = shared.get(name) ?? { judge: judge(), leases: new Map<object, Set<string>>(), lanes: null };
      shared.set(name, among);
      const passOn = (end: Promise<void>): void => void ends.set(name, allOf(ends.get(name) ?? end, end));
      return leaseOf(among, { another: judge, forget: () => shared.delete(name), passOn });
    },
    standing: () =>
      [...shared].map(([name, { leases, lanes }]) => ({
        worker: parseWorker(name).kind,
        runs: leases.size,
        jobs: [...leases.values()].reduce((sum, jobs) => sum + jobs.size, 0),
        lanes,
      })),
  };
}

/** The effects of a judge's end. */
interface Succession {
  another: () => Judge;
  forget: () => void;
  /** makes the next judge of this worker wait */
  passOn: (end: Promise<void>) => void;
}

function leaseOf(among: Shared, { another, forget, passOn }: Succession): Worker {
  const self = {};
  const jobs = new Set<string>();
  const closing = ending();
  let isClosed = false; // takes no new jobs
  let isAbandoned = false; // waits for none either
  let ended: Judge | undefined;
  among.leases.set(self, jobs);

  return {
    ...(among.judge.worker.hostsWith && { hostsWith: async (device: string) => await among.judge.worker.hostsWith!(device) }),
    async submit(job, stop, asker) {
      if (isClosed) throw new Interrupted("the run is stopping");
      jobs.add(job.id);
      const reply = await replyOf(among, closing.taken, () => isAbandoned || stop?.aborted === true, [job, stop, asker]).finally(() => jobs.delete(job.id));
      among.lanes = lanesOf(reply) ?? among.lanes;
      return reply;
    },
    async close(abandon = false) {
      const wasClosed = isClosed;
      isClosed = true;
      isAbandoned ||= abandon;
      if (abandon) closing.take();
      if (wasClosed && (ended || !abandon)) return await ended?.worker.close(abandon); // whoever closes again waits for the same end, or hastens it
      among.leases.delete(self);
      const { judge } = among;
      const isLast = among.leases.size === 0;
      if ((!isLast || wasClosed) && !(abandon && jobs.size > 0)) return;
      ended = judge;
      const end = judge.worker.close(abandon);
      passOn(end);
      if (isLast && !wasClosed) forget();
      if (!isLast) among.judge = another();
      if (!isLast) judge.take();
      await end;
    },
  };
}

/** The reply to a job. If another run's end stops the judge, the next judge gets the job. Throws when `over` rejects. */
async function replyOf(among: Shared, over: Promise<never>, isOver: () => boolean, asked: Parameters<Worker["submit"]>): Promise<Reply> {
  for (;;) {
    const { judge } = among;
    try {
      return await Promise.race([judge.worker.submit(...asked), judge.taken, over]);
    } catch (error) {
      if (isOver() || among.judge === judge) throw error;
    }
  }
}

/** A worker that starts when the previous one has ended, or at once without one. */
function after(end: Promise<void> | undefined, worker: Worker): Worker {
  if (!end) return worker;
  return {
    ...(worker.hostsWith && { hostsWith: worker.hostsWith }),
    submit: async (...asked) => await end.then(async () => worker.submit(...asked)),
    close: async (abandon) => await (abandon ? worker.close(true) : end.then(async () => worker.close())),
  };
}

/** Resolves when both have settled. It keeps no reference to them. */
const allOf = async (...ends: Promise<void>[]): Promise<void> => void (await Promise.allSettled(ends));

/** A promise that rejects when it is told to. */
function ending(): Pick<Judge, "taken" | "take"> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {}); // nobody may be waiting
  return { taken: promise, take: () => reject(new Interrupted("the run is stopping")) };
}

function lanesOf(reply: Reply): number | null {
  const host = reply.kind === "host" ? reply.host : reply.kind === "prepared" ? reply.baselines.host : null;
  return host && Math.max(1, host.gpus);
}
