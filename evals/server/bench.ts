/**
 * `npm run bench:server`: measures `kernelwright serve` under load. Clients stream searches over a real Postgres, a queue with real worker
 * processes, and a scripted model endpoint on loopback. Some cancel or leave, and resume. Early on the server is killed and started again.
 * A crowd asks for more runs than the server takes. Memory, lost events, and latencies are written to a page.
 *
 *   --threads N   --minutes N   --workers N   --ms N (of a verdict)   --model-ms N (of a reply)   --out FILE
 *
 * It exits with 1 if an event is lost or a search does not end. A refusal without Retry-After and growing memory are failures, too.
 */
import { execa } from "execa";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { affineAgents } from "../../test/support/affine.ts";
import { startModelServer } from "../../test/support/model-server.ts";
import { main, scriptedJudge } from "../../test/support/places.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import { freePort } from "../../test/support/server.ts";
import { argumentsIn } from "../arguments.ts";
import { client, nothingSeen } from "./clients.ts";
import { heldMemory } from "./held-memory.ts";

const { values } = argumentsIn({
  options: {
    threads: { type: "string", default: "50" },
    minutes: { type: "string", default: "10" },
    workers: { type: "string", default: "4" },
    ms: { type: "string", default: "100" },
    "model-ms": { type: "string", default: "8000" },
    out: { type: "string", default: "docs/results/server.md" },
  },
});
const [threads, minutes, workers, ms] = [Number(values.threads), Number(values.minutes), Number(values.workers), Number(values.ms)];
const lengthMs = minutes * 60_000;
const HEALTH_MS = 500;
const CROWD_MS = 20_000;
const CROWD = 40;
/** The longest time that a run may take to end when its client has left: its checkpoint and its judge's jobs are withdrawn. */
const ENDING_MS = 10_000;
/** The server is killed after this share of the time. */
const KILL_AT = 0.1;
/** After these shares of the time all clients rest, and the server's garbage is collected. No run holds memory then. */
const REST_AT = [0.3, 0.65];
/** The memory of the idle server counts as flat up to this growth per minute, as a share. */
const FLAT = 0.02;
const MAX_RUNS = threads + 10;

const folder = mkdtempSync(join(tmpdir(), "kernelwright-bench-"));
const database = await startPostgres();
const model = await startModelServer(affineAgents(), Number(values["model-ms"]));
const [port, inspector, seen] = [await freePort(), await freePort(), nothingSeen()];
const url = `http://127.0.0.1:${port}`;
const env = { NODE_OPTIONS: "", KERNELWRIGHT_DATABASE: database.url, KERNELWRIGHT_TEST_FIXED_MS: String(ms) };
const nodeArgs = ["--disable-warning=ExperimentalWarning", main];
const spawned = (args: string[], more: Record<string, string>, first: string[]) =>
  execa(process.execPath, [...first, ...nodeArgs, ...args], { cwd: folder, env: { ...env, ...more }, reject: false, detached: true, all: true });
const started: ReturnType<typeof spawned>[] = [];
function launch(args: string[], more: Record<string, string> = {}, first: string[] = []) {
  const child = spawned(args, more, first);
  started.push(child);
  return child;
}

let server = launchServer();
function launchServer() {
  const keys = { OPENAI_API_KEY: "test", OPENAI_BASE_URL: model.url, KERNELWRIGHT_MODEL: "scripted" };
  return launch(["serve", "--port", String(port), "--max-runs", String(MAX_RUNS)], keys, [`--inspect=127.0.0.1:${inspector}`]);
}

process.on("SIGTERM", () => {
  for (const child of started) child.kill("SIGKILL");
  void database.remove().finally(() => process.exit(1));
});
const begun = Date.now();
const share = (): number => (Date.now() - begun) / lengthMs;
const over = (): boolean => share() >= 1;

const healthMs: number[] = [];
let unhealthy = 0;
let isDown = true;
async function watchHealth(): Promise<void> {
  for (; !over(); await sleep(HEALTH_MS)) {
    const asked = performance.now();
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer) await answer.arrayBuffer();
    if (answer?.ok) {
      healthMs.push(performance.now() - asked);
      isDown = false;
    } else if (!isDown) unhealthy++;
  }
}

/** [minutes since the start, resident megabytes] of the server */
const memory: [number, number][] = [];
async function watchMemory(): Promise<void> {
  for (; !over(); await sleep(5000)) {
    const file = `/proc/${server.pid}/status`;
    const [, resident] = /VmRSS:\s+(\d+)/.exec(existsSync(file) ? readFileSync(file, "utf8") : "") ?? []; // a killed server has none
    if (resident !== undefined) memory.push([(Date.now() - begun) / 60_000, Number(resident) / 1024]);
  }
}

let resting: PromiseWithResolvers<void> | null = null;
let rested = 0;
const allRest = (): boolean => rested >= threads;
const idle: { minute: number; searches: number; mb: number }[] = [];
async function rest(): Promise<void> {
  if (resting === null) return;
  rested++;
  await resting.promise;
}
async function watchRests(): Promise<void> {
  for (const at of REST_AT) {
    while (share() < at) await sleep(HEALTH_MS);
    resting = Promise.withResolvers();
    while (!allRest() && !over()) await sleep(HEALTH_MS);
    await measureIdle();
    const all = resting;
    [resting, rested] = [null, 0];
    all.resolve();
  }
}
async function measureIdle(): Promise<void> {
  await openAtTheEnd();
  const held = await heldMemory(inspector);
  if (held) idle.push({ minute: (Date.now() - begun) / 60_000, searches: seen.searches, mb: held.heap + held.outside });
}

let crowds = 0;
const refused = { count: 0, without: 0 };
/** Asks for more runs than fit, and leaves at once where one is taken. */
async function crowd(): Promise<void> {
  for (await sleep(CROWD_MS); !over(); await sleep(CROWD_MS)) {
    if (isDown || resting) continue;
    crowds++;
    const one = async (): Promise<void> => {
      const leaving = new AbortController();
      const body = JSON.stringify({ assistant_id: "quick-look", input: { target: "cpu" }, context: { worker: "queue" }, stream_mode: "updates" });
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${url}/runs/stream`, { method: "POST", headers, body, signal: leaving.signal }).catch(() => null);
      if (answer?.status === 429) {
        refused.count++;
        if (!/^\d+$/.test(answer.headers.get("retry-after") ?? "") || !(await answer.text()).includes("ask again later")) refused.without++;
      } else leaving.abort();
    };
    await Promise.all(Array.from({ length: CROWD }, one));
  }
}

async function killOnce(): Promise<void> {
  await sleep(lengthMs * KILL_AT);
  isDown = true;
  process.kill(-server.pid!, "SIGKILL");
  await server;
  server = launchServer();
}

let isEnding = false;
for (let at = 1; at <= workers; at++)
  void launch(["worker", "--name", `worker-${at}`, "--worker", scriptedJudge]).then(({ all }) => {
    if (!isEnding) seen.problems.push(`worker-${at} ended: ${all.slice(-1000)}`);
  });
const clients = Array.from({ length: threads }, async (_, at) => await client(at + 1, url, folder, seen, over, rest));
await Promise.all([...clients, watchHealth(), watchMemory(), watchRests(), crowd(), killOnce()]);
interface Health {
  runs: unknown[];
  queue: { waiting: number; dead: number };
}
/** Asks what is open, after the runs of clients that left have had time to end. */
async function openAtTheEnd(): Promise<Health> {
  for (const since = Date.now(); ; await sleep(HEALTH_MS)) {
    const health = (await (await fetch(`${url}/health`)).json()) as Health;
    if (health.runs.length === 0 || Date.now() - since > ENDING_MS) return health;
  }
}
const last = await openAtTheEnd();
await measureIdle();
isEnding = true;
for (const child of started) child.kill("SIGTERM");
const printed = (await server).all;
await Promise.all(started);
await Promise.all([model.close(), database.remove()]);
if (seen.problems.length > 0) cpSync(folder, join(tmpdir(), "kernelwright-bench-problems"), { recursive: true });
rmSync(folder, { recursive: true, force: true });

const quantile = (list: number[], at: number): number => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(at * list.length))] ?? 0;
const three = (list: number[]): string => [0.5, 0.99, 1].map((at) => quantile(list, at).toFixed(0)).join(", ");
const mean = (list: number[]): number => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
const resident = memory.filter(([at]) => at > REST_AT[0]! * minutes);
const part = (from: number): string => mean(resident.filter(([at]) => at > from * minutes && at <= (from + 0.175) * minutes).map(([, mb]) => mb)).toFixed(0);
const [first, end] = [idle[0], idle.at(-1)];
const growth = first && end && end !== first ? (end.mb - first.mb) / (end.minute - first.minute) : null;
const page = `# The server under load

\`npm run bench:server\` made this page on ${availableParallelism()} CPU cores, ${new Date().toISOString().slice(0, 10)}. Everything ran on this one machine: server, database, ${workers} workers and ${threads} clients.
Each client streams one search of four attempts after the other, for ${minutes} minutes. The [server](../server.md) keeps its threads in Postgres, and the searches use the [queue](../workers.md#a-queue). A judge is a script that takes ${ms} ms for each candidate. The model is a script on loopback that takes ${Number(values["model-ms"]) / 1000} s for each reply.
A fifth of the streams is cancelled, and a tenth of the clients leaves. They resume half a second later. After ${(KILL_AT * minutes).toFixed(1)} minutes the server was killed and started again. Every ${CROWD_MS / 1000} s a crowd asks for ${CROWD} more runs at once, and the server takes at most ${MAX_RUNS}.

| what | result |
| --- | --- |
| searches; streams | ${seen.searches}; ${seen.streams} |
| streams cancelled; left; broken by the kill | ${seen.cancels}; ${seen.leaves}; ${seen.broken} |
| events in the logs | ${seen.events} |
| events that the stream of an uninterrupted search lacked; had twice | ${seen.lost}; ${seen.twice} |
| streamed events that a log lacks | ${seen.unlogged} |
| events that two streams of a resumed search had | ${seen.repeated} |
| searches without exactly one end | ${seen.unfinished} |
| milliseconds until a stream's first part: median, 99th percentile, longest | ${three(seen.firstPartMs)} |
| milliseconds until a new search's first event | ${three(seen.firstEventMs)} |
| milliseconds of \`/health\` | ${three(healthMs)} |
| answers of \`/health\` that were missing or not 200 | ${unhealthy} |
| what the idle server holds after a collection, MB, at minute | ${idle.map(({ mb, minute }) => `${mb.toFixed(1)} at ${minute.toFixed(1)}`).join(", ")} |
| searches until then | ${idle.map(({ searches }) => searches).join(", ")} |
| growth of that, MB per minute | ${growth?.toFixed(2) ?? "unknown"} |
| resident memory under load, with garbage and free pages, means of four parts from minute ${(REST_AT[0]! * minutes).toFixed(1)}, MB | ${[0.3, 0.475, 0.65, 0.825].map(part).join(", ")} |
| largest resident memory, MB | ${Math.max(...memory.map(([, mb]) => mb)).toFixed(0)} |
| runs of ${crowds} crowds refused with 429 and Retry-After; without | ${refused.count}; ${refused.without} |
| runs at work, jobs that wait, dead letters ${ENDING_MS / 1000} s after the end | ${last.runs.length}, ${last.queue.waiting}, ${last.queue.dead} |
`;
console.log(page);
console.log(seen.problems.slice(0, 20).join("\n"));
if (seen.problems.length > 0) console.log(printed.slice(-2000));
writeFileSync(values.out, page);
const bad = seen.lost + seen.twice + seen.unlogged + seen.unfinished + seen.problems.length + refused.without + unhealthy + last.runs.length;
process.exit(bad > 0 || growth === null || growth > FLAT * first!.mb ? 1 : 0);
