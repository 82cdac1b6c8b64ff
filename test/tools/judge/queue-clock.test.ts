/** Workers whose clocks are an hour wrong: leases and heartbeats follow the database's clock, so nobody loses a task or is thought gone. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { execa } from "execa";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createJudge } from "../../../src/tools/judge/client.ts";
import { queueWorker } from "../../../src/tools/judge/queue/queue-worker.ts";
import { GONE_SECONDS } from "../../../src/tools/judge/queue/tables.ts";
import { scratch, start } from "../../support/command.ts";
import { main, repository, scriptedJudge } from "../../support/places.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { kernel } from "../../support/queue.ts";
import { until } from "../../support/until.ts";

const HOUR_MS = 3_600_000;
let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
});
afterAll(async () => {
  await database.remove();
});

it("clocks of workers that are an hour early or late cost no lease", async () => {
  const judge = createJudge(queueWorker(database.url), "run");
  const holding = async (name: string, skewMs: number) => {
    const gate = scratch();
    const env = { NODE_OPTIONS: `--import ${join(repository, "test", "support", "skewed-clock.mjs")}`, KERNELWRIGHT_TEST_SKEW_MS: String(skewMs) };
    const worker = execa(process.execPath, ["--disable-warning=ExperimentalWarning", main, "worker", "--name", name, "--worker", scriptedJudge], {
      reject: false,
      all: true,
      env: { ...env, KERNELWRIGHT_DATABASE: database.url, KERNELWRIGHT_TEST_GATE: gate },
    });
    const verdict = judge.evaluate(kernel(name, "d = 1"));
    await until(() => existsSync(join(gate, "asked")));
    return { worker, verdict, gate };
  };
  const early = await holding("early", HOUR_MS);
  const late = await holding("late", -HOUR_MS);
  await sleep((GONE_SECONDS + 3) * 1000); // longer than a silent worker may be
  const status = JSON.parse((await start(["queue", "status", "--json"], { env: { KERNELWRIGHT_DATABASE: database.url } })).stdout) as {
    workers: { state: string; silentSeconds: number }[];
    failures: unknown[];
  };
  for (const { gate } of [early, late]) writeFileSync(join(gate, "open"), "");
  await Promise.all([early.verdict, late.verdict]);
  for (const { worker } of [early, late]) worker.kill("SIGTERM");
  const ends = await Promise.all([early.worker, late.worker]);
  await judge.close();
  expect(status.workers.map((one) => one.state)).toEqual(["working", "working"]);
  expect(Math.max(...status.workers.map((one) => one.silentSeconds))).toBeLessThan(GONE_SECONDS);
  expect(status.failures).toEqual([]);
  expect([early, late].map(({ gate }) => readFileSync(join(gate, "asked"), "utf8").trim().split("\n").length)).toEqual([1, 1]);
  expect(ends.map((one) => one.all)).toEqual([expect.not.stringContaining("lease"), expect.not.stringContaining("lease")]);
});
