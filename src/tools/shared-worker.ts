/**
 * One judge for all runs of this process that ask the same worker: its lanes keep one device from being timed twice at once, which
 * two judges could not: a judge is asked once the one before it has ended here. A run that gives up frees the device at once; what
 * others had asked is asked again.
 */
import { Interrupted } from "../domain/errors.ts";
import type { Job, Reply } from "../domain/protocol.ts";
import type { Worker } from "./worker.ts";

/** What a worker is doing now. */
export interface WorkerStanding {
  worker: string;
  runs: number;
  jobs: number;
  /** devices, each timed by one job at a time; null until its judge has answered */
  lanes: number | null;
}

/** A worker, and the end that one run may bring it while others wait for it. */
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
  /** A share of the worker that `name` names; closing the last one ends it. */
  lease(name: string): Worker;
  standing(): WorkerStanding[];
}

/** `start` makes a worker from what --worker says. */
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
        worker: name.startsWith("spool:") ? "spool" : name === "" ? "here" : "command",
        runs: leases.size,
        jobs: [...leases.values()].reduce((sum, jobs) => sum + jobs.size, 0),
        lanes,
      })),
  };
}

/** What the end of a judge brings about. */
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
    async submit(job) {
      if (isClosed) throw new Interrupted("the run is stopping");
      jobs.add(job.id);
      const reply = await replyOf(job, among, closing.taken, () => isAbandoned).finally(() => jobs.delete(job.id));
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

/** The reply to a job; where another run's end takes the judge along, the next one is asked. Throws once `over` rejects. */
async function replyOf(job: Job, among: Shared, over: Promise<never>, isOver: () => boolean): Promise<Reply> {
  for (;;) {
    const { judge } = among;
    try {
      return await Promise.race([judge.worker.submit(job), judge.taken, over]);
    } catch (error) {
      if (isOver() || among.judge === judge) throw error;
    }
  }
}

/** A worker that begins when another has ended; at once where there was none. */
function after(end: Promise<void> | undefined, worker: Worker): Worker {
  if (!end) return worker;
  return {
    submit: async (job) => await end.then(async () => worker.submit(job)),
    close: async (abandon) => await (abandon ? worker.close(true) : end.then(async () => worker.close())),
  };
}

/** When both are over, however that is; it keeps neither. */
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
