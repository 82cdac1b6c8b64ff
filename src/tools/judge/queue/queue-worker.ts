/** The search's side of the queue: a job becomes a question in Postgres, and the wait ends when some worker has answered it. */
import PQueue from "p-queue";
import { Interrupted } from "../../../domain/errors.ts";
import { identityOf, type Job, Reply } from "../../../domain/protocol.ts";
import { unlessAborted } from "../../../lib/abort.ts";
import { hashOf } from "../../../lib/hash.ts";
import { version } from "../../../lib/repository.ts";
import { warn } from "../../system/warn.ts";
import type { Asker, Worker } from "../process-worker.ts";
import type { Channel } from "./channel.ts";
import type { Queue, Step } from "./database.ts";
import { GONE_SECONDS } from "./tables.ts";

/** A question is looked at again after this time, should a message be lost. */
const LOOK_MS = 30_000;
/** The time after which the user is told that no worker takes questions. */
const UNTAKEN_MS = 60_000;

/** A row of the queue. Its id is a hash of the content alone, whoever asks. */
interface Question {
  readonly id: string;
  readonly task: string;
  readonly label: string;
  readonly owner: string;
  readonly job: string;
  /** what may answer it: the kind of machine, the device, the host that answers if it can, and hosts that must not. Null is any. */
  readonly target: string | null;
  readonly device: string | null;
  readonly home: string | null;
  readonly elsewhere: readonly string[];
}

/** How a program's questions share the workers with others. */
export interface Claim {
  /** questions in the queue at once; further ones wait here */
  readonly most: number;
  /** the name under which all of them share; null: each run by itself */
  readonly share: string | null;
  /** 0: a person waits; 1: a bench, after all persons */
  readonly urgency: 0 | 1;
}

const OWN_CLAIM: Claim = { most: 64, share: null, urgency: 0 };

interface Connection {
  readonly queue: Queue;
  readonly channel: Channel;
}

/**
 * A worker that is a queue. `close` only stops waiting: questions stay for a worker. A cancelled question is removed if no worker has it.
 * One message reports questions without a worker, until a reply comes.
 */
export function queueWorker(url: string, claim: Partial<Claim> = {}, tell: (line: string) => void = warn, untakenMs = UNTAKEN_MS): Worker {
  const { most, share, urgency } = { ...OWN_CLAIM, ...claim };
  const waiting = new Map<string, PQueue>(); // by share
  const closing = new AbortController();
  const { connected, closed } = connections(url);
  let task = "any host";
  let isTold = false;
  const remind = async ({ queue }: Connection, question: Question): Promise<void> => {
    const live = await queue.transaction(async ({ query }) => await query<Live>(LIVE, [GONE_SECONDS]));
    if (isTold || live.some((one) => fits(one, question))) return;
    isTold = true;
    tell(untakenText(question, live));
  };
  const inTurn = async <T>(name: string, ends: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const line = waiting.get(name) ?? new PQueue({ concurrency: most });
    waiting.set(name, line);
    return await line.add(work, { signal: ends });
  };
  return {
    async submit(job, stop, asker) {
      if (closing.signal.aborted) throw closing.signal.reason;
      const ends = stop ? AbortSignal.any([closing.signal, stop]) : closing.signal;
      const connection = await connected();
      const owner = asker?.owner ?? "";
      const question = questionOf(job, asker, task);
      if (job.kind !== "probe") ({ task } = question);
      const untaken = setTimeout(() => void remind(connection, question).catch(() => {}), untakenMs);
      const asked = { ...question, share: share ?? owner, urgency };
      try {
        const reply = await inTurn(asked.share, ends, async () => await answerTo(asked, connection, ends));
        isTold = false;
        return { ...reply, id: job.id };
      } finally {
        clearTimeout(untaken);
        if (stop?.aborted && !closing.signal.aborted)
          void connection.queue.transaction(async ({ query }) => await query(WITHDRAW, [question.id])).catch(() => {});
      }
    },
    async hostsWith(device) {
      const { queue } = await connected();
      const live = await queue.transaction(async ({ query }) => await query<Live>(LIVE, [GONE_SECONDS]));
      return [...new Set(live.filter((one) => one.cpu === device || one.gpu === device).map((one) => one.host))];
    },
    async close() {
      closing.abort(new Interrupted("the run is stopping"));
      await closed();
    },
  };
}

/** The connection to a queue, made when it is first needed, and made again when its database has been away. */
function connections(url: string): { connected: () => Promise<Connection>; closed: () => Promise<void> } {
  let opened: Promise<Connection> | undefined;
  let current: Connection | undefined;
  const close = async ({ queue, channel }: Connection): Promise<unknown> => await Promise.all([queue.close(), channel.close()]);
  return {
    async connected() {
      if (current?.queue.isGone()) {
        void close(current);
        opened = current = undefined; // the database may be back
      }
      opened ??= connect(url).then((connection) => (current = connection));
      return await opened.catch((error: unknown) => {
        opened = undefined; // the next question tries again
        throw error;
      });
    },
    async closed() {
      const connection = await opened?.catch(() => undefined);
      if (connection) await close(connection);
    },
  };
}

/** A worker that lives. Those of older releases do not tell their devices. */
interface Live {
  readonly host: string;
  readonly cpu: string | null;
  readonly gpu: string | null;
}

const LIVE = "select host, cpu, gpu from kernelwright.worker where seen > now() - make_interval(secs => $1) and not draining";

const fits = ({ host, cpu, gpu }: Live, { target, device, elsewhere }: Question): boolean =>
  (target !== "cuda" || gpu !== null) && (device === null || device === (target === "cuda" ? gpu : cpu)) && !elsewhere.includes(host);

function untakenText({ target, device, elsewhere }: Question, live: readonly Live[]): string {
  const start = "run: npx kernelwright worker --database postgres://…";
  if (live.length === 0) return `no worker takes questions from the queue. On a host with the judge, ${start}`;
  const other = elsewhere.length > 0 ? `a host beside ${elsewhere.join(", ")} with ` : "";
  const what = device === null ? "a GPU" : `the device ${device}, on which this run measured its reference`;
  return `no live worker of the queue fits this question: it needs ${target === "cuda" || device !== null ? `${other}${what}` : "another host"}. On such a host, ${start}`;
}

/** Others who wait for it find that it is gone, and ask it themselves. */
const WITHDRAW =
  "with gone as (delete from kernelwright.question where id = $1 and reply is null and lease is null returning id) select pg_notify('kernelwright', 'answered ' || id) from gone";

/** Its packages are loaded only for a queue. */
async function connect(url: string): Promise<Connection> {
  const [{ openQueue, agreeOnProtocol }, { openChannel }] = await Promise.all([import("./database.ts"), import("./channel.ts")]);
  const queue = await openQueue(url, false);
  try {
    await queue.transaction(agreeOnProtocol);
  } catch (error) {
    await queue.close();
    throw error;
  }
  return { queue, channel: openChannel(url) };
}

async function answerTo(question: Asked, { queue, channel }: Connection, ends: AbortSignal): Promise<Reply> {
  for (let isFirst = true; ; isFirst = false) {
    const heard = channel.wait([`answered ${question.id}`], LOOK_MS);
    const reply = await unlessAborted(
      queue.transaction(async (step) => await ask(step, question, isFirst)),
      ends,
    );
    if (reply !== null) return Reply.parse(JSON.parse(reply));
    await unlessAborted(heard, ends);
  }
}

interface Asked extends Question, Pick<Claim, "urgency"> {
  readonly share: string;
}

/** An answer to ask for anew: it may differ, or the device that gave it is gone and others are there, with which a run could not compare it. */
const STALE = `(again or reply is not null and device is null and answerer is not null
  and exists (select 1 from kernelwright.worker where seen > now() - make_interval(secs => $2) and (target is distinct from 'cuda' or gpu is not null))
  and not exists (select 1 from kernelwright.worker where seen > now() - make_interval(secs => $2) and answerer in (cpu, gpu)))`;

/** Asks a question, unless somebody has, and returns its answer if there is one. An answer that may differ next time is dropped at the first look. */
async function ask({ query, hold, offer }: Step, asked: Asked, isFirst: boolean): Promise<string | null> {
  const { id, task, label, owner, job, share, urgency, target, device, home, elsewhere } = asked;
  await hold(task);
  await query(
    `insert into kernelwright.question (id, task, label, owner, job, share, urgency, target, device, home, elsewhere)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing`,
    [id, task, label, owner, job, share, urgency, target, device, home, elsewhere],
  );
  const [row] = await query<{ reply: string | null; stale: boolean }>(`select reply, ${STALE} as stale from kernelwright.question where id = $1`, [
    id,
    GONE_SECONDS,
  ]);
  if (row!.reply !== null && !(isFirst && row!.stale)) return row!.reply;
  await offer(task); // before its questions, as workers lock both
  if (row!.reply !== null)
    await query(
      `update kernelwright.question set reply = null, answered = null, again = false, dead = false, lease = null, tries = 0, losses = 0, asked = now(), owner = $2, share = $3
       where id = $1 and reply is not null`,
      [id, owner, share],
    );
  await query("update kernelwright.question set urgency = $2 where id = $1 and urgency > $2", [id, urgency]);
  return null;
}

/** Questions of one task, of one kind of device, go to one worker. */
const taskOf = ({ task, target, precision }: Exclude<Job, { kind: "probe" }>, ...placed: string[]): string =>
  hashOf(JSON.stringify({ task, target, precision, ...(placed.length > 0 && { placed }) }));

/** Another release may judge otherwise, so it asks anew. A probe asks for the host of the latest task, and is asked anew by everybody. */
function questionOf(job: Job, { owner = "", home = null, elsewhere = [] }: Partial<Asker> = {}, latest: string): Question {
  const { id: own, ...content } = job;
  if (job.kind === "probe")
    return {
      id: `probe-${hashOf(own)}`,
      task: latest,
      label: "probe",
      owner,
      job: jobText(job, `probe-${hashOf(own)}`),
      target: null,
      device: null,
      home: null,
      elsewhere,
    };
  const placed = [...(home ? [home.device] : []), ...elsewhere.map((host) => `not ${host}`)];
  const id = `${job.kind}-${hashOf([version, JSON.stringify(identityOf(content)), ...placed].join(" "))}`;
  const where = { target: job.target, device: home?.device ?? null, home: elsewhere.length > 0 ? null : (home?.host ?? null), elsewhere };
  return { id, task: taskOf(job, ...placed), label: job.task.name, owner, job: jobText(job, id), ...where };
}

const jobText = (job: Job, id: string): string => JSON.stringify({ ...job, id });
