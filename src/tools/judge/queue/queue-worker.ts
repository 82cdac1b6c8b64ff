/** The search's side of the queue: a job becomes a question in Postgres, and the wait ends when some worker has answered it. */
import { Interrupted } from "../../../domain/errors.ts";
import { identityOf, type Job, Reply } from "../../../domain/protocol.ts";
import { unlessAborted } from "../../../lib/abort.ts";
import { hashOf } from "../../../lib/hash.ts";
import { version } from "../../../lib/repository.ts";
import { warn } from "../../system/warn.ts";
import type { Worker } from "../process-worker.ts";
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
}

interface Connection {
  readonly queue: Queue;
  readonly channel: Channel;
}

/**
 * A worker that is a queue. `close` only stops waiting: questions stay for a worker. A cancelled question is removed if no worker has it.
 * One message reports questions without a worker, until a reply comes.
 */
export function queueWorker(url: string, tell: (line: string) => void = warn, untakenMs = UNTAKEN_MS): Worker {
  const closing = new AbortController();
  let opened: Promise<Connection> | undefined;
  let task = "any host";
  let isTold = false;
  const remind = async ({ queue }: Connection): Promise<void> => {
    const workers = await queue.transaction(async ({ query }) => await query(LIVE, [GONE_SECONDS]));
    if (isTold || workers.length > 0) return;
    isTold = true;
    tell("no worker takes questions from the queue. On a host with the judge, run: npx kernelwright worker --database postgres://…");
  };
  return {
    async submit(job, stop, owner = "") {
      if (closing.signal.aborted) throw closing.signal.reason;
      const ends = stop ? AbortSignal.any([closing.signal, stop]) : closing.signal;
      opened ??= connect(url);
      const connection = await opened.catch((error: unknown) => {
        opened = undefined; // the next question tries again
        throw error;
      });
      if (job.kind !== "probe") task = taskOf(job);
      const question = questionOf(job, task, owner);
      const untaken = setTimeout(() => void remind(connection).catch(() => {}), untakenMs);
      try {
        const reply = await answerTo(question, connection, ends);
        isTold = false;
        return { ...reply, id: job.id };
      } finally {
        clearTimeout(untaken);
        if (stop?.aborted && !closing.signal.aborted)
          void connection.queue.transaction(async ({ query }) => await query(WITHDRAW, [question.id])).catch(() => {});
      }
    },
    async close() {
      closing.abort(new Interrupted("the run is stopping"));
      const connection = await opened?.catch(() => undefined);
      await Promise.all([connection?.queue.close(), connection?.channel.close()]);
    },
  };
}

const LIVE = "select 1 from kernelwright.worker where seen > now() - make_interval(secs => $1) limit 1";
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

async function answerTo(question: Question, { queue, channel }: Connection, ends: AbortSignal): Promise<Reply> {
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

/** Asks a question, unless somebody has, and returns its answer if there is one. An answer that may differ next time is dropped at the first look. */
async function ask({ query, hold, offer }: Step, { id, task, label, owner, job }: Question, isFirst: boolean): Promise<string | null> {
  await hold(task);
  await query("insert into kernelwright.question (id, task, label, owner, job) values ($1, $2, $3, $4, $5) on conflict (id) do nothing", [
    id,
    task,
    label,
    owner,
    job,
  ]);
  if (isFirst)
    await query(
      `update kernelwright.question set reply = null, answered = null, again = false, dead = false, lease = null, tries = 0, losses = 0, asked = now(), owner = $2
       where id = $1 and again`,
      [id, owner],
    );
  const [row] = await query<{ reply: string | null }>("select reply from kernelwright.question where id = $1", [id]);
  const reply = row?.reply ?? null;
  if (reply === null) await offer(task);
  return reply;
}

/** Questions of one task go to one worker. */
const taskOf = ({ task, target, precision }: Exclude<Job, { kind: "probe" }>): string => hashOf(JSON.stringify({ task, target, precision }));

/** Another release may judge otherwise, so it asks anew. A probe asks for the host of the latest task, and is asked anew by everybody. */
function questionOf(job: Job, task: string, owner: string): Question {
  const { id: own, ...content } = job;
  const id = `${job.kind}-${hashOf(job.kind === "probe" ? own : `${version} ${JSON.stringify(identityOf(content))}`)}`;
  return { id, task, label: job.kind === "probe" ? "probe" : job.task.name, owner, job: JSON.stringify({ ...job, id }) };
}
