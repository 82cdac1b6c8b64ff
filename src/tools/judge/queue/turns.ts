/** Which task a worker takes next, and when it gives one up for another run: a person's work before a bench, and equal shares. */
import { deviceOf, type Host } from "../../../domain/hardware.ts";
import type { Lease, Step } from "./database.ts";
import { hostNameOf } from "./registration.ts";
import { GONE_SECONDS } from "./tables.ts";

/** The advisory lock for choosing: two workers never choose the same task. The number is this program's own. */
const TURN_LOCK = 7_236_513;
/** A task waits so long for the host that measured its reference, while that host lives. */
const HOME_SECONDS = 60;
/** A promised task is its worker's for this time. */
const PROMISE_SECONDS = 60;

/** A place at a worker: what its judge has. */
export interface Seat {
  readonly worker: string;
  readonly host: string;
  readonly cpu: string;
  readonly gpu: string | null;
}

export const seatOf = (worker: string, host: Host): Seat => ({
  worker,
  host: hostNameOf(host),
  cpu: deviceOf(host, "cpu"),
  gpu: host.gpu && deviceOf(host, "cuda"),
});

/** A task that waits, or that a worker has. */
interface Standing {
  readonly task: string;
  readonly share: string;
  readonly urgency: number;
  /** tasks of its share that workers have */
  readonly held: number;
}

/** Every task with open questions. Its most urgent, oldest question says whose it is. */
const OPEN = `
open as (
  select distinct on (task) task, coalesce(nullif(share, ''), owner) as share, urgency, asked, target, device, home, elsewhere
  from kernelwright.question where reply is null order by task, urgency, asked),
held as (
  select share, count(*)::int as n from open join kernelwright_boss.job j on j.name = 'tasks' and j.singleton_key = open.task and j.state = 'active' group by share)`;

/** $1 worker, $2 host, $3 cpu, $4 gpu or null, $5 seconds of a silent worker, $6 seconds for the home. */
const WAITING = `
with ${OPEN}
select open.task, open.share, open.urgency, coalesce(held.n, 0) as held
from open join kernelwright_boss.job j on j.name = 'tasks' and j.singleton_key = open.task and j.state < 'active' and j.start_after <= now()
left join held on held.share = open.share left join kernelwright.turn on turn.share = open.share
where (open.target is distinct from 'cuda' or $4::text is not null)
  and (open.device is null or open.device = case open.target when 'cuda' then $4 else $3 end)
  and not $2 = any(open.elsewhere)
  and (open.home is null or open.home = $2 or open.asked < now() - make_interval(secs => $6) or not exists (
    select 1 from kernelwright.worker w where w.host = open.home and not w.draining and w.seen > now() - make_interval(secs => $5)))
  and not exists (select 1 from kernelwright.promise p where p.task = open.task and p.worker <> $1 and p.until > now())
order by open.urgency, coalesce(held.n, 0), turn.at nulls first, open.asked`;

const HELD = `with ${OPEN} select open.task, open.share, open.urgency, coalesce(held.n, 0) as held from open left join held using (share) where task = any($1)`;

async function waitingFor({ query }: Step, { worker, host, cpu, gpu }: Seat): Promise<Standing | undefined> {
  await query("select pg_advisory_xact_lock($1)", [TURN_LOCK]);
  const [first] = await query<Standing>(`${WAITING} limit 1`, [worker, host, cpu, gpu, GONE_SECONDS, HOME_SECONDS]);
  return first;
}

/** The task that this worker takes now. Null when none waits for it. */
export const chooseTask =
  (seat: Seat) =>
  async (step: Step): Promise<string | null> => {
    const next = await waitingFor(step, seat);
    if (!next) return null;
    await step.query("insert into kernelwright.turn (share) values ($1) on conflict (share) do update set at = clock_timestamp()", [next.share]);
    await step.query("delete from kernelwright.promise where task = $1", [next.task]);
    return next.task;
  };

/** The lease to give up for a task that waits, or null. `rested`: the leases that had their turn. The task is promised to this worker. */
export async function leaseToYield(step: Step, seat: Seat, leases: readonly Lease[], rested: readonly Lease[]): Promise<Lease | null> {
  const rival = await waitingFor(step, seat);
  if (!rival) return null;
  const own = await step.query<Standing>(HELD, [leases.map((one) => one.task)]);
  const isDue = (one: Standing): boolean =>
    one.urgency > rival.urgency ||
    (one.urgency === rival.urgency && one.share !== rival.share && one.held > rival.held && rested.some((lease) => lease.task === one.task));
  const [due] = own.filter(isDue).toSorted((a, b) => b.urgency - a.urgency || b.held - a.held);
  if (!due) return null;
  await step.query(
    `insert into kernelwright.promise values ($1, $2, now() + make_interval(secs => $3))
     on conflict (task) do update set worker = excluded.worker, until = excluded.until`,
    [rival.task, seat.worker, PROMISE_SECONDS],
  );
  return leases.find((lease) => lease.task === due.task) ?? null;
}
