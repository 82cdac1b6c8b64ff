/** What a worker does to questions. Each step renews the lease of the task first, so a worker that lost it changes nothing. */
import type { Reply } from "../../../domain/protocol.ts";
import type { Lease, Queue, Step } from "./database.ts";

/** A question that a worker has. */
export interface Claimed {
  readonly id: string;
  readonly label: string;
  readonly job: string;
  /** judges that ended while they had it alone or with others */
  readonly tries: number;
  /** workers that vanished with it */
  readonly losses: number;
  /** the last trouble with it */
  readonly trouble: string | null;
}

/** The lease is another worker's, or pg-boss took it back. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

const nameOf = ({ id, retryCount }: Lease): string => `${id}/${retryCount}`;

async function held<T>({ transaction }: Queue, lease: Lease, work: (step: Step) => Promise<T>): Promise<T> {
  return await transaction(async (step) => {
    if (!(await step.touch(lease))) throw new LeaseLost("the lease is lost");
    return await work(step);
  });
}

/** Takes up to `limit` open questions of the task: new ones, or `suspects`, which were in hand when a judge or a worker ended. */
export async function claim(queue: Queue, lease: Lease, worker: string, limit: number, suspects: boolean): Promise<Claimed[]> {
  return await held(
    queue,
    lease,
    async ({ query }) =>
      await query<Claimed>(
        `with next as (
           select id from kernelwright.question
           where task = $1 and reply is null and lease is distinct from $2 and (tries > 0 or losses > 0 or lease is not null) = $5
           order by urgency, asked limit $4 for update)
         update kernelwright.question q
         set losses = losses + (lease is not null)::int, trouble = case when lease is null then trouble else 'worker ' || worker || ' vanished' end,
           lease = $2, worker = $3, begun = now()
         from next where q.id = next.id returning q.id, label, job, tries, losses, trouble`,
        [lease.task, nameOf(lease), worker, limit, suspects],
      ),
  );
}

/** Keeps the answer. False if the question has one, or is no longer this lease's. */
export async function answer(queue: Queue, lease: Lease, id: string, reply: Reply, isDead: boolean): Promise<boolean> {
  return await held(queue, lease, async ({ query }) => {
    const again = reply.kind === "rejected" || reply.kind === "broken";
    const kept = await query(
      `with kept as (
         update kernelwright.question q set reply = $3, again = $4, dead = $5, answered = now(), answerer = coalesce(device, (select case target when 'cuda' then gpu else cpu end from kernelwright.worker w where w.name = q.worker)) where id = $1 and lease = $2 and reply is null returning worker),
       counted as (
         update kernelwright.worker set answered = answered + 1, failed = failed + ($4 or $5)::int from kept where name = kept.worker)
       select 1 from kept`,
      [id, nameOf(lease), JSON.stringify(reply), again, isDead],
    );
    await query("select pg_notify('kernelwright', $1)", [`answered ${id}`]);
    return kept.length > 0;
  });
}

/** Notes that a judge ended while it had the question, and opens the question again. Returns the number of such ends. */
export async function strike(queue: Queue, lease: Lease, id: string, why: string, isOpen: (tries: number) => boolean): Promise<number> {
  return await held(queue, lease, async ({ query }) => {
    const [row] = await query<{ tries: number }>(
      "update kernelwright.question set tries = tries + 1, trouble = $3 where id = $1 and lease = $2 returning tries",
      [id, nameOf(lease), why],
    );
    const tries = row?.tries ?? 0;
    if (isOpen(tries)) await query("update kernelwright.question set lease = null where id = $1 and lease = $2", [id, nameOf(lease)]);
    return tries;
  });
}

/** Ends the lease. Open questions go to the next worker, and count as new. */
export async function release({ transaction }: Queue, lease: Lease): Promise<void> {
  await transaction(async ({ query, hold, touch, end, offer }) => {
    await hold(lease.task);
    if (!(await touch(lease))) return;
    await query("update kernelwright.question set lease = null where lease = $1 and reply is null", [nameOf(lease)]);
    await end(lease);
    const [open] = await query("select 1 from kernelwright.question where task = $1 and reply is null limit 1", [lease.task]);
    if (open) await offer(lease.task);
  });
}
