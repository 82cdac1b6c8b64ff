/** What the queue holds now: the one source of `queue status`, of `/health` and of `/metrics`. */
import { Pool } from "pg";
import type { QueueStanding } from "../../../domain/queue-standing.ts";
import type { Step } from "./database.ts";
import { GONE_SECONDS } from "./tables.ts";

const PATIENCE_MS = 2000;
const FRESH_MS = 1000;

const WORKERS = `
select w.name, w.host, w.devices, w.driver, w.release, w.protocol, w.wraps, extract(epoch from now() - w.seen)::float8 as "silentSeconds",
  case when w.seen < now() - make_interval(secs => $1) then 'gone' when w.draining then 'draining' when count(q.id) > 0 then 'working' else 'idle' end as state,
  w.answered::float8, w.failed::float8, count(q.id)::int as "inHand", coalesce(array_agg(distinct q.label) filter (where q.id is not null), '{}') as tasks
from kernelwright.worker w left join kernelwright.question q on q.worker = w.name and q.reply is null and q.lease is not null
group by w.name order by w.name`;

const RUNS = `
select owner, count(*) filter (where lease is null)::int as waiting, count(*) filter (where lease is not null)::int as "inHand",
  extract(epoch from now() - min(asked))::float8 as "oldestSeconds"
from kernelwright.question where reply is null group by owner order by min(asked)`;

const COUNTS = `
select count(*) filter (where lease is null)::int as waiting, count(*) filter (where lease is not null)::int as "inHand",
  extract(epoch from now() - min(asked))::float8 as "oldestSeconds",
  (select count(*) from kernelwright.question where answered is not null)::int as answered,
  (select count(*) from kernelwright.question where answered > now() - interval '1 minute')::int as "lastMinute",
  (select count(*) from kernelwright.question where dead)::int as dead
from kernelwright.question where reply is null`;

const FAILURES = `
select id, label as task, owner, trouble, dead from (
  select * from kernelwright.question where dead union all select * from kernelwright.question where (tries > 0 or losses > 0) and reply is null) failed
order by asked desc limit 20`;

/** Reads the tables once. */
export async function readStanding(query: Step["query"]): Promise<QueueStanding> {
  const [counts] = await query<Omit<QueueStanding, "workers" | "runs" | "failures">>(COUNTS);
  return {
    ...counts!,
    workers: await query<QueueStanding["workers"][number]>(WORKERS, [GONE_SECONDS]),
    runs: await query<QueueStanding["runs"][number]>(RUNS),
    failures: await query<QueueStanding["failures"][number]>(FAILURES),
  };
}

/** Looks at a queue now and then, and changes nothing in it. */
export interface QueueReader {
  /** Null where the database has no queue. Throws within two seconds if the database does not answer. Calls within a second share one answer. */
  read(this: void): Promise<QueueStanding | null>;
  close(this: void): Promise<void>;
}

/** Connects at the first look. */
export function queueReader(url: string): QueueReader {
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS, application_name: "kernelwright" });
  pool.on("error", () => {}); // the next look tells
  const query: Step["query"] = async <Row extends object>(sql: string, values?: unknown[]) => (await pool.query<Row>(sql, values)).rows;
  const look = async (): Promise<QueueStanding | null> => {
    const [found] = await query<{ there: boolean }>("select to_regclass('kernelwright.migration') is not null as there");
    return found!.there ? await readStanding(query) : null;
  };
  let last: Promise<QueueStanding | null> | undefined;
  let at = -Infinity;
  return {
    read: async () => {
      if (performance.now() - at > FRESH_MS) {
        at = performance.now();
        last = look();
      }
      return await last!;
    },
    close: async () => await pool.end(),
  };
}
