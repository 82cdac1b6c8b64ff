/** What the queue holds now, for `queue status`. */
import type { QueueStanding } from "../../../domain/queue-standing.ts";
import type { Queue } from "./database.ts";
import { GONE_SECONDS } from "./tables.ts";

const WORKERS = `
select w.name, w.host, w.devices, w.driver, w.release, w.protocol, w.wraps, extract(epoch from now() - w.seen)::float8 as "silentSeconds",
  case when w.seen < now() - make_interval(secs => $1) then 'gone' when w.draining then 'draining' when count(q.id) > 0 then 'working' else 'idle' end as state,
  count(q.id)::int as "inHand", coalesce(array_agg(distinct q.label) filter (where q.id is not null), '{}') as tasks
from kernelwright.worker w left join kernelwright.question q on q.worker = w.name and q.reply is null and q.lease is not null
group by w.name order by w.name`;

const RUNS = `
select owner, count(*) filter (where lease is null)::int as waiting, count(*) filter (where lease is not null)::int as "inHand",
  extract(epoch from now() - min(asked))::float8 as "oldestSeconds"
from kernelwright.question where reply is null group by owner order by min(asked)`;

const COUNTS = `
select count(*) filter (where reply is null and lease is null)::int as waiting, count(*) filter (where reply is null and lease is not null)::int as "inHand",
  count(*) filter (where reply is not null)::int as answered, count(*) filter (where answered > now() - interval '1 minute')::int as "lastMinute",
  extract(epoch from now() - min(asked) filter (where reply is null))::float8 as "oldestSeconds"
from kernelwright.question`;

const FAILURES = `
select id, label as task, owner, trouble, dead, answered is not null as done from kernelwright.question
where dead or ((tries > 0 or losses > 0) and reply is null) order by asked desc limit 20`;

/** Reads the tables once. */
export async function readStanding({ transaction }: Queue): Promise<QueueStanding> {
  return await transaction(async ({ query }) => {
    const [counts] = await query<Omit<QueueStanding, "workers" | "runs" | "failures">>(COUNTS);
    return {
      ...counts!,
      workers: await query<QueueStanding["workers"][number]>(WORKERS, [GONE_SECONDS]),
      runs: await query<QueueStanding["runs"][number]>(RUNS),
      failures: await query<QueueStanding["failures"][number]>(FAILURES),
    };
  });
}
