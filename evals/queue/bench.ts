/**
 * `npm run bench:queue`: measures the queue on a real Postgres, with real worker processes whose judge takes a fixed time per candidate.
 * First one worker, then all of them on as many jobs each: the share of linear. Then all of them again, while a random worker is killed every
 * ten seconds and the database restarts once: lost jobs, double verdicts and the time until another worker has a killed worker's jobs.
 *
 * Options: --workers N, --jobs N (of all workers), --ms N (time of a verdict), --out FILE. Exits 1 if a job is lost, has two verdicts, or comes back late.
 */
import { execa } from "execa";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Question } from "../../src/domain/protocol.ts";
import { createJudge } from "../../src/tools/judge/client.ts";
import { queueWorker } from "../../src/tools/judge/queue/queue-worker.ts";
import { main, scriptedJudge } from "../../test/support/places.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { until } from "../../test/support/until.ts";
import { argumentsIn } from "../arguments.ts";
import { fill } from "../pages.ts";

const { values } = argumentsIn({
  options: {
    workers: { type: "string", default: "8" },
    jobs: { type: "string", default: "2000" },
    ms: { type: "string", default: "500" },
    out: { type: "string", default: "docs/results/queue.md" },
  },
});
const [workers, jobs, ms] = [Number(values.workers), Number(values.jobs), Number(values.ms)];
const JOBS_PER_TASK = 25;
const KILL_EVERY_MS = 10_000;
const AWAY_MS = 3000;
const LIMIT_SECONDS = 30;

const database = await startPostgres();
let client: Client;
const connect = async (): Promise<void> => {
  client = new Client(database.url);
  client.on("error", () => {});
  await client.connect();
};
const rows = async <Row extends object>(sql: string, parameters: unknown[] = []): Promise<Row[]> => (await client.query<Row>(sql, parameters)).rows;

let made = 0;
interface Started {
  readonly name: string;
  /** whether it has ended, by a signal or because its database was away at its start */
  isOver(): boolean;
  kill(signal: NodeJS.Signals): Promise<unknown>;
}
async function startWorker(): Promise<Started> {
  const name = `worker-${++made}`;
  const args = ["--disable-warning=ExperimentalWarning", main, "worker", "--name", name, "--worker", scriptedJudge];
  const env = { NODE_OPTIONS: "", KERNELWRIGHT_DATABASE: database.url, KERNELWRIGHT_TEST_FIXED_MS: String(ms) };
  const child = execa(process.execPath, args, { env, reject: false, detached: true, all: true });
  let isOver = false;
  const ended = child.finally(() => (isOver = true));
  return {
    name,
    isOver: () => isOver,
    kill: async (signal) => {
      if (!isOver) process.kill(-child.pid!, signal);
      return await ended;
    },
  };
}
async function startWorkers(count: number): Promise<Started[]> {
  const started = await Promise.all(Array.from({ length: count }, startWorker));
  const names = started.map((one) => one.name);
  await until(async () => (await rows("select 1 from kernelwright.worker where name = any($1)", [names])).length === count);
  return started;
}

type Evaluate = Omit<Extract<Question, { kind: "evaluate" }>, "kind">;
const question = (series: string, at: number): Evaluate => ({
  task: { name: `${series}-${Math.floor(at / JOBS_PER_TASK)}`, source: `class Model: pass # ${series} ${Math.floor(at / JOBS_PER_TASK)}\n` },
  target: "cpu",
  precision: "fp32",
  candidate: { language: "cpp", files: [{ name: "kernel.cpp", text: `static const int variant = ${at};` }] },
  tier: "search",
  baselines: [],
  library: "library-allowed",
});

/** Asks so many jobs at once. Returns the seconds until the last verdict. */
async function ask(series: string, count: number): Promise<number> {
  const judge = createJudge(queueWorker(database.url), series);
  const begun = performance.now();
  await Promise.all(Array.from({ length: count }, async (_, at) => await judge.evaluate(question(series, at))));
  const seconds = (performance.now() - begun) / 1000;
  await judge.close();
  return seconds;
}

/** A table that notes each claim and each verdict as the database sees it. */
const NOTES = `
create table if not exists noted (id text, what text, worker text, at timestamptz default clock_timestamp());
create or replace function note() returns trigger language plpgsql as $$
begin
  if new.reply is not null and new.reply is distinct from old.reply then insert into noted values (new.id, 'verdict', new.worker); end if;
  if new.begun is distinct from old.begun then insert into noted values (new.id, 'claim', new.worker); end if;
  return new;
end $$;
create or replace trigger note after update on kernelwright.question for each row execute function note();`;

/** Jobs that a worker had when it was killed, and the moment by the database's clock. */
interface Kill {
  readonly worker: string;
  readonly at: string;
  readonly ids: string[];
}

async function killAndRestart(crew: Started[], finished: () => boolean): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (let round = 1; !finished(); round++) {
    await sleep(KILL_EVERY_MS);
    if (finished()) break;
    for (const [at, one] of crew.entries()) if (one.isOver()) crew[at] = await startWorker();
    const at = Math.floor(Math.random() * crew.length);
    const victim = crew[at]!;
    await victim.kill("SIGKILL");
    const held = await rows<{ id: string }>("select id from kernelwright.question where worker = $1 and lease is not null and reply is null", [victim.name]);
    const [now] = await rows<{ at: string }>("select clock_timestamp()::text as at");
    kills.push({ worker: victim.name, at: now!.at, ids: held.map((one) => one.id) });
    crew[at] = await startWorker(); // as a service manager would
    if (round !== 4) continue;
    await database.stop();
    await sleep(AWAY_MS);
    await database.start();
    await connect();
  }
  return kills;
}

/** Seconds until another worker had the last job of a killed one. */
async function recoveryOf({ at, ids, worker }: Kill): Promise<number | null> {
  const [row] = await rows<{ seconds: number | null }>(
    `select max(seconds)::float8 as seconds from (
       select id, extract(epoch from min(at) - $1::timestamptz) as seconds from noted where what = 'claim' and worker <> $3 and at > $1::timestamptz and id = any($2) group by id) back`,
    [at, ids, worker],
  );
  return row?.seconds ?? null;
}

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

await (await import("../../src/tools/judge/queue/database.ts")).openQueue(database.url, false).then(async (queue) => queue.close());
await connect();
const single = await startWorkers(1);
const alone = Math.round(jobs / workers);
const oneSeconds = await ask("one", alone);
await Promise.all(single.map(async (one) => one.kill("SIGTERM")));
console.log(`1 worker: ${alone} jobs in ${oneSeconds.toFixed(1)} s`);

const crew = await startWorkers(workers);
const allSeconds = await ask("all", jobs);
const share = jobs / allSeconds / ((workers * alone) / oneSeconds);
console.log(`${workers} workers: ${jobs} jobs in ${allSeconds.toFixed(1)} s, ${(100 * share).toFixed(1)} % of linear`);

await client!.query(NOTES);
let isFinished = false;
const asked = ask("killed", jobs).finally(() => (isFinished = true));
const kills = await killAndRestart(crew, () => isFinished);
const killedSeconds = await asked;
const [lost] = await rows<{ n: number }>("select $1 - count(distinct id)::int as n from noted where what = 'verdict'", [jobs]);
const [double] = await rows<{ n: number }>(
  "select count(*)::int as n from (select id from noted where what = 'verdict' group by id having count(*) > 1) twice",
);
const [dead] = await rows<{ n: number }>("select count(*)::int as n from kernelwright.question where dead");
const [again] = await rows<{ n: number }>("select count(*)::int - $1 as n from noted where what = 'claim'", [jobs]);
const recoveries: (number | null)[] = [];
for (const kill of kills) recoveries.push(await recoveryOf(kill));
const back = recoveries.filter((one) => one !== null);
await Promise.all(crew.map(async (one) => one.kill("SIGTERM")));
await client!.end();
await database.remove();

const late = back.filter((seconds) => seconds > LIMIT_SECONDS).length;
const table = `\`npm run bench:queue\` made this part on ${availableParallelism()} CPU cores, ${new Date().toISOString().slice(0, 10)}. The database, ${workers} workers and the search ran on this one machine.
Each worker is a real process over a real Postgres. Its judge is a script that takes ${ms} ms for each candidate, one after the other. A task has ${JOBS_PER_TASK} candidates.

| what | result |
| --- | --- |
| 1 worker, ${alone} jobs | ${oneSeconds.toFixed(1)} s |
| ${workers} workers, ${jobs} jobs | ${allSeconds.toFixed(1)} s |
| share of linear from 1 to ${workers} | ${(100 * share).toFixed(1)} % |
| ${workers} workers, ${jobs} jobs, a random worker killed every ${KILL_EVERY_MS / 1000} s, the database away once for ${AWAY_MS / 1000} s | ${killedSeconds.toFixed(1)} s |
| killed workers; with jobs in hand | ${kills.length}; ${back.length} |
| jobs lost | ${lost!.n} |
| jobs with two verdicts | ${double!.n} |
| jobs given up as dead letters | ${dead!.n} |
| claims beyond one per job | ${again!.n} |
| seconds until others had a killed worker's jobs: median, longest | ${median(back).toFixed(1)}, ${Math.max(0, ...back).toFixed(1)} |

A worker that ended was replaced, as a service manager does. A job of a killed worker waits until its lease ends, and then for a free worker.`;
console.log(table);
fill(values.out, "load", table);
process.exit(lost!.n + double!.n + late > 0 ? 1 : 0);
