/** `/health` and `/metrics` of a server whose database holds a queue, also while that database is away. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { metricsText } from "../../src/server/metrics.ts";
import { createJudge } from "../../src/tools/judge/client.ts";
import { queueWorker } from "../../src/tools/judge/queue/queue-worker.ts";
import { scratch, start } from "../support/command.ts";
import { main } from "../support/places.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { kernel, serving } from "../support/queue.ts";
import { freePort, startServer } from "../support/server.ts";
import { until } from "../support/until.ts";

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
});
afterAll(async () => {
  await database.remove();
});

/** Samples of a page of Prometheus, by name and labels. Throws for a line that is not of its format. */
function samplesIn(text: string): Record<string, number> {
  const samples: Record<string, number> = {};
  for (const line of text.trimEnd().split("\n")) {
    if (/^# (HELP [a-z_]+ .+|TYPE [a-z_]+ (gauge|counter))$/.test(line)) continue;
    const [, name = "", value = ""] = /^([a-z_]+(?:\{[a-z]+="(?:[^"\\]|\\["\\n])*"(?:,[a-z]+="(?:[^"\\]|\\["\\n])*")*\})?) ([\d.e+-]+)$/.exec(line) ?? [];
    if (name === "") throw new Error(`not of the format: ${line}`);
    samples[name] = Number(value);
  }
  return samples;
}

it("a server tells the queue's workers, depth and failures, says that its database is away, and recovers", async () => {
  const env = { KERNELWRIGHT_DATABASE: database.url };
  const server = await startServer([main, "serve"], await freePort(), scratch(), env);
  const get = async (path: string) => await fetch(server.url + path);
  const health = async () => (await (await get("/health")).json()) as { ok: boolean; database: string; queue: Record<string, unknown> | "away" | null };
  const before = await health();
  const judge = createJudge(queueWorker(database.url), "the-run");
  const asked = judge.evaluate(kernel("seen", "a = 1"));
  await until(async () => ((await health()).queue as { waiting?: number } | null)?.waiting === 1);
  const waiting = samplesIn(await (await get("/metrics")).text());
  const worker = await serving(database.url, "seen-one", () => {});
  await asked;
  await new Promise((resolve) => setTimeout(resolve, 1100)); // an answer is shared for a second
  const after = [await health(), samplesIn(await (await get("/metrics")).text())] as const;
  const status = await start(["queue", "status", "--json"], { env });
  const watched = await start(["queue", "status", "--watch"], { env });
  const large = await fetch(`${server.url}/threads`, { method: "POST", body: " ".repeat(9 * 2 ** 20) });
  await worker.end();
  await judge.close();
  await database.stop();
  await until(async () => (await get("/health")).status === 503);
  const begun = performance.now();
  const away = [await health(), samplesIn(await (await get("/metrics")).text())] as const;
  const refused = await fetch(`${server.url}/threads`, { method: "POST", body: "{}" });
  const seconds = (performance.now() - begun) / 1000;
  await database.start();
  await until(async () => (await get("/health")).status === 200);
  await server.stop();
  expect(before).toMatchObject({ ok: true, database: "up", queue: null });
  expect(waiting).toMatchObject({ 'kernelwright_queue_depth{run="the-run"}': 1, kernelwright_queue_up: 1 });
  expect(after[0].queue).toMatchObject({ waiting: 0, answered: 1, workers: [{ name: "seen-one", state: "idle", answered: 1, failed: 0 }] });
  expect(JSON.parse(status.stdout)).toMatchObject({ answered: 1, workers: [{ name: "seen-one", devices: "scripted, 2 threads" }] });
  expect(after[1]).toMatchObject({
    'kernelwright_workers{state="idle"}': 1,
    'kernelwright_worker_jobs_total{worker="seen-one"}': 1,
    kernelwright_queue_answered_last_minute: 1,
    kernelwright_database_up: 1,
  });
  expect([watched.exitCode, watched.all]).toEqual([1, expect.stringContaining("--watch draws on a terminal")]);
  expect(away[0]).toMatchObject({ ok: false, database: "away", queue: "away" });
  expect(away[1]).toMatchObject({ kernelwright_database_up: 0, kernelwright_queue_up: 0 });
  expect([refused.status, refused.headers.get("retry-after"), await refused.text()]).toEqual([
    503,
    "5",
    expect.stringContaining("does not answer: ask again later"),
  ]);
  expect(large.status).toBe(413);
  expect(seconds).toBeLessThan(8);
});

it("labels of any text are escaped", () => {
  const queue = { waiting: 1, inHand: 0, answered: 0, lastMinute: 0, dead: 0, oldestSeconds: 1.5, workers: [], failures: [] };
  const runs = [{ owner: 'a "run"\\ of\nmine', waiting: 1, inHand: 0, oldestSeconds: 1.5 }];
  const text = metricsText({ runs: 0, modelCalls: 0, judgeJobs: 0, refused: 0, isDatabaseUp: null }, { ...queue, runs });
  expect(samplesIn(text)).toMatchObject({ 'kernelwright_queue_depth{run="a \\"run\\"\\\\ of\\nmine"}': 1, kernelwright_queue_oldest_job_seconds: 1.5 });
});
