/**
 * The worker's side of the queue: it leases tasks, gives their questions to a judge and keeps the answers. All questions of a task go to one
 * judge while the lease lives, because a judge opens a task slowly.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { BrokenHost, Interrupted } from "../../../domain/errors.ts";
import type { Host } from "../../../domain/hardware.ts";
import { Job, PROTOCOL, type Reply } from "../../../domain/protocol.ts";
import { timeLimit } from "../../../lib/abort.ts";
import { version } from "../../../lib/repository.ts";
import { spaceRemedy } from "../../system/host-trouble.ts";
import type { Worker } from "../process-worker.ts";
import type { Channel } from "./channel.ts";
import { answer, claim, type Claimed, LeaseLost, release, strike } from "./claims.ts";
import type { Lease, Queue } from "./database.ts";
import { chooseTask, leaseToYield, type Seat, seatOf } from "./turns.ts";
import { type Registration, register } from "./registration.ts";
import { CLEAN_MS, forgetOld } from "./retention.ts";

const BEAT_MS = 3000;
/** An idle worker looks for work at least this often. A message wakes it sooner. */
const LOOK_MS = 5000;
/** A task without questions stays on its worker for this time, unless another task waits. */
const IDLE_MS = 15 * 60_000;
/** A task keeps its place for so long, and for so many answers, before equal runs get a turn: opening it again costs up to 42 s. */
const TURN = { seconds: 60, jobs: 4 };
/** A busy worker looks at most this often for a run that waits. */
const YIELD_LOOK_MS = 1000;
/** How long a judge may take to say what its host has. A batch system may start it late. */
const PROBE_MS = 3_600_000;
/** Judges that may end over one question, and workers that may vanish with it. */
const TRIES = 2;
const LOSSES = 4;

const LOST = "the lease of a task is lost: its answers are discarded, and another worker goes on with it";

export interface Serving {
  readonly name: string;
  readonly judge: Worker;
  /** --worker as text */
  readonly wraps: string;
  /** tasks at once; null: one per GPU of the judge */
  readonly tasks: number | null;
  /** questions of a task that the judge has at once */
  readonly jobs: number;
  /** what a task gets before it gives way to another run of the same urgency */
  readonly turn?: { readonly seconds: number; readonly jobs: number };
  say(this: void, line: string): void;
  /** finishes the questions in hand and ends */
  readonly drain: AbortSignal;
  /** gives the questions in hand back and ends */
  readonly abandon: AbortSignal;
}

/** A leased task. */
interface Held {
  readonly lease: Lease;
  /** aborts when the lease is lost or given up: the judge then works for nobody */
  readonly end: AbortController;
  /** aborts when the task is given back, after the questions in hand */
  readonly yielded: AbortController;
  idleSince: number | null;
  readonly since: number;
  answered: number;
  done: Promise<void>;
}

interface Session extends Serving {
  readonly queue: Queue;
  readonly channel: Channel;
  readonly host: Host;
  readonly seat: Seat;
  readonly held: Set<Held>;
  /** no new questions: drained, abandoned or failed */
  readonly stopping: AbortController;
  /** Ends the worker with an error. */
  fail(this: void, error: unknown): void;
  /** wakes the loop that takes tasks */
  changed: PromiseWithResolvers<void>;
  probing: Promise<Host> | null;
  /** when it last looked for a run that waits */
  lookedAt: number;
}

/** Serves the queue until it is drained. Throws Interrupted when the database stays away or the judge fails, UserError when the queue refuses the worker. */
export async function serveQueue(queue: Queue, channel: Channel, serving: Serving): Promise<void> {
  const stops = AbortSignal.any([serving.drain, serving.abandon]);
  const host = await hostOf(serving.judge, stops).catch((error: unknown) => {
    if (!stops.aborted) throw error;
  });
  if (!host) return; // it was stopped before it had anything in hand
  const registration = await register(queue, serving.name, host, serving.wraps, serving.say);
  const failures: unknown[] = [];
  const session: Session = {
    ...serving,
    queue,
    channel,
    host,
    seat: seatOf(serving.name, host),
    held: new Set(),
    stopping: new AbortController(),
    changed: Promise.withResolvers(),
    probing: null,
    lookedAt: -Infinity,
    fail(error) {
      failures.push(error);
      giveUp(session);
    },
  };
  const drain = (): void => stop(session);
  const abandon = (): void => giveUp(session);
  serving.drain.addEventListener("abort", drain, { once: true });
  serving.abandon.addEventListener("abort", abandon, { once: true });
  if (serving.drain.aborted) drain();
  const ended = new AbortController();
  const beating = beat(session, registration, ended.signal);
  await takeTasks(session).catch(session.fail);
  await Promise.allSettled([...session.held].map(async (one) => one.done));
  ended.abort();
  await beating;
  if (failures.length > 0) throw failures[0];
  await registration.leave();
}

function stop({ stopping, changed }: Session): void {
  stopping.abort();
  changed.resolve();
}

function giveUp(session: Session): void {
  stop(session);
  for (const one of session.held) one.end.abort(new Interrupted("the worker is stopping"));
}

/** Asks the judge for its host. Throws BrokenHost if it does not answer, within an hour, and the reason of `stops` when it aborts. */
async function hostOf(judge: Worker, stops: AbortSignal): Promise<Host> {
  const limit = timeLimit(PROBE_MS);
  const asked = judge.submit({ protocol: PROTOCOL, id: `probe-${Date.now()}`, kind: "probe" }, AbortSignal.any([stops, limit.signal]));
  const late = (error: unknown): never => {
    throw limit.signal.aborted ? new BrokenHost("the judge has not said for an hour what its host has", "run: npx kernelwright doctor") : error;
  };
  const reply = await asked.catch(late).finally(limit.clear);
  if (reply.kind === "host") return reply.host;
  throw new BrokenHost(`the judge does not say what its host has${"reason" in reply ? `: ${reply.reason}` : ""}`, "run: npx kernelwright doctor");
}

async function beat(session: Session, registration: Registration, ended: AbortSignal): Promise<void> {
  for (let cleaned = -Infinity; !ended.aborted;) {
    try {
      if (performance.now() - cleaned > CLEAN_MS) {
        cleaned = performance.now();
        await forgetOld(session.queue);
      }
      const lost = await registration.beat(
        [...session.held].map((one) => one.lease),
        session.stopping.signal.aborted,
      );
      for (const one of session.held) if (lost.includes(one.lease)) one.end.abort(new LeaseLost(LOST));
    } catch (error) {
      session.fail(error);
      return;
    }
    await sleep(BEAT_MS, undefined, { signal: ended }).catch(() => {});
  }
}

/** Takes a task whenever fewer than allowed have questions. Of idle tasks, the one that has waited longest makes room. */
async function takeTasks(session: Session): Promise<void> {
  const { held, channel, queue, seat, stopping } = session;
  const most = session.tasks ?? Math.max(1, session.host.gpu ? session.host.gpus : 1);
  while (!stopping.signal.aborted) {
    session.changed = Promise.withResolvers();
    const heard = channel.wait(["asked"], LOOK_MS);
    const isBusy = [...held].filter((one) => one.idleSince === null).length >= most;
    if (isBusy) await giveWay(session);
    const lease = isBusy ? null : await queue.take(chooseTask(seat));
    if (lease) {
      const [idle] = [...held].filter((one) => one.idleSince !== null).toSorted((a, b) => a.idleSince! - b.idleSince!);
      if (held.size >= most) idle?.yielded.abort();
      hold(session, lease);
    } else await Promise.race([heard, session.changed.promise]);
  }
}

/** Ends a busy task's turn if another run waits and has the better claim. Its questions in hand are finished first. */
async function giveWay(session: Session): Promise<void> {
  const { held, queue, seat, turn = TURN } = session;
  if ([...held].some((one) => one.yielded.signal.aborted) || performance.now() - session.lookedAt < YIELD_LOOK_MS) return;
  session.lookedAt = performance.now();
  const busy = [...held].filter((one) => one.idleSince === null);
  const rested = busy.filter((one) => performance.now() - one.since >= 1000 * turn.seconds && one.answered >= turn.jobs);
  const leases = (list: Held[]): Lease[] => list.map((one) => one.lease);
  const due = await queue.transaction(async (step) => await leaseToYield(step, seat, leases(busy), leases(rested)));
  busy.find((one) => one.lease === due)?.yielded.abort();
}

function hold(session: Session, lease: Lease): void {
  const one: Held = {
    lease,
    end: new AbortController(),
    yielded: new AbortController(),
    idleSince: null,
    since: performance.now(),
    answered: 0,
    done: Promise.resolve(),
  };
  session.held.add(one);
  one.done = serveTask(session, one)
    .catch((error: unknown) => (error instanceof LeaseLost ? session.say(LOST) : session.fail(error)))
    .finally(() => {
      session.held.delete(one);
      session.changed.resolve();
    });
}

/** Works on one task until it is idle for long, must make room, or is lost. */
async function serveTask(session: Session, one: Held): Promise<void> {
  const { queue, channel, name, jobs, stopping } = session;
  const inHand = new Set<Promise<void>>();
  let isAlone = false;
  const begin = (claimed: Claimed): void => {
    const work = judgeOne(session, one, claimed)
      .catch((error: unknown) => (error instanceof LeaseLost ? one.end.abort(error) : session.fail(error)))
      .finally(() => inHand.delete(work));
    inHand.add(work);
  };
  const over = [stopping, one.end, one.yielded].map((each) => each.signal);
  const ends = AbortSignal.any(over);
  const ended = new Promise<void>((resolve) => (ends.aborted ? resolve() : ends.addEventListener("abort", () => resolve(), { once: true })));
  try {
    while (!ends.aborted) {
      const heard = channel.wait([`asked ${one.lease.task}`], LOOK_MS);
      isAlone &&= inHand.size > 0;
      const room: number = isAlone ? 0 : jobs - inHand.size;
      const fresh: Claimed[] = room > 0 ? await claim(queue, one.lease, name, room, false) : [];
      // alone: if a judge ends again, the reason is known
      const suspects: Claimed[] = fresh.length === 0 && inHand.size === 0 ? await claim(queue, one.lease, name, 1, true) : [];
      isAlone ||= suspects.length > 0;
      for (const claimed of [...fresh, ...suspects]) begin(claimed);
      if (inHand.size > 0) one.idleSince = null;
      else {
        if (one.idleSince === null) session.changed.resolve();
        one.idleSince ??= Date.now();
        if (Date.now() - one.idleSince > IDLE_MS) break;
      }
      await Promise.race([ended, heard, ...inHand]);
    }
  } finally {
    await Promise.allSettled(inHand);
    if (one.end.signal.reason instanceof LeaseLost) session.say(LOST);
    else await release(queue, one.lease);
  }
}

/** Gives one question to the judge and keeps the answer. */
async function judgeOne(session: Session, one: Held, claimed: Claimed): Promise<void> {
  const { lease, end } = one;
  const { queue, judge, say } = session;
  const job = Job.safeParse(JSON.parse(claimed.job));
  const given = job.success
    ? claimed.losses >= LOSSES
      ? deadReply(session, job.data, claimed, `${claimed.losses} workers vanished`)
      : null
    : unreadable(claimed.id);
  if (given === null) await session.probing?.catch(() => {}); // alone in the judge: a question that ends it would pass for a broken host
  const reply = given ?? (await judge.submit(job.data!, end.signal).catch((error: unknown) => brokenBy(error, claimed.id, end.signal)));
  if (reply === null) return; // it was given up
  if (reply.kind === "broken" && given === null) return await struck(session, lease, job.data!, claimed, reply.reason);
  if (given !== null) say(`${claimed.label}: ${claimed.id} is given up`);
  one.answered++;
  if (!(await answer(queue, lease, claimed.id, reply, given !== null && job.success))) say(`${claimed.label}: a late answer was discarded`);
}

/** The end of a judge as a reply. Null if the question was given up. Throws what is no end of a judge. */
function brokenBy(error: unknown, id: string, end: AbortSignal): Reply | null {
  if (end.aborted) return null;
  if (error instanceof BrokenHost) return { id, kind: "broken", reason: error.message };
  throw error;
}

/** A judge ended while it had the question. If the host can judge still, the question counts as the reason; after two such ends it is dead. */
async function struck(session: Session, lease: Lease, job: Job, claimed: Claimed, why: string): Promise<void> {
  const { queue, judge, say, fail } = session;
  const remedy = spaceRemedy(why);
  if (remedy !== null) return fail(new BrokenHost(`this worker's judge cannot go on: ${why}`, `${remedy}, then start the worker again`));
  session.probing ??= hostOf(judge, session.abandon).finally(() => (session.probing = null));
  try {
    await session.probing;
  } catch (error) {
    return session.abandon.aborted ? undefined : fail(error);
  }
  const tries = await strike(queue, lease, claimed.id, why, (count) => count < TRIES);
  say(`${claimed.label}: the judge ended over ${claimed.id}, for the ${tries === 1 ? "first" : "second"} time: ${why}`);
  if (tries >= TRIES) await answer(queue, lease, claimed.id, deadReply(session, job, { ...claimed, trouble: why }, `the judge ended ${tries} times`), true);
}

/** The answer to a question that no judge survives. A candidate counts as crashed, so that its run goes on. */
function deadReply({ host }: Session, { id, kind }: Job, { trouble }: Claimed, what: string): Reply {
  const problem = `${what} over this ${kind === "evaluate" ? "candidate" : kind === "series" ? "series" : "task"}, so the queue gave it up (dead letter)${trouble ? `: ${trouble}` : ""}`;
  if (kind === "evaluate") return { id, kind: "verdict", verdict: { status: "crashed", isolation: host.isolation, seconds: {}, stage: "start", problem } };
  return { id, kind: "rejected", reason: problem, remedy: "look at the worker's host, or change the task", degenerate: false };
}

const unreadable = (id: string): Reply => ({
  id,
  kind: "rejected",
  reason: `the question does not fit protocol ${PROTOCOL} of the worker's release ${version}`,
  remedy: "use the same release on both sides",
  degenerate: false,
});
