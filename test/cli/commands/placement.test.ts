/** A search over a queue with several hosts: what it does when its host goes away, and how it confirms its winner on a second one. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { recordOf } from "../../../src/run/events.ts";
import { affineAgents } from "../../support/affine.ts";
import { scratch, start } from "../../support/command.ts";
import { modelServers } from "../../support/model-servers.ts";
import { affineTask } from "../../support/places.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { hostNamed, serving } from "../../support/queue.ts";
import { eventsOf } from "../../support/run.ts";

const serve = modelServers();
let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
});
afterAll(async () => {
  await database.remove();
});

/** No verdict of an earlier search is left, so each kernel is measured. */
async function forget(): Promise<void> {
  const client = new Client(database.url);
  await client.connect();
  await client.query("delete from kernelwright.question");
  await client.end();
}

const optimize = (run: string, endpoint: string, ...flags: string[]) =>
  start(["optimize", affineTask, "--target", "cpu", "--attempts", "4", "--no-tune", "--worker", "queue", "--out", run, ...flags], {
    endpoint,
    env: { KERNELWRIGHT_DATABASE: database.url },
  });

it("a run whose host goes away goes on at the next one, compares by speedups, and its report says so", async () => {
  const run = join(scratch(), "run");
  const { url } = await serve(affineAgents());
  let judged = 0;
  let left: Promise<void> | undefined;
  const first = await serving(database.url, "first", () => void (++judged === 1 && (left = first.end())), { host: hostNamed("alpha"), jobs: 1 });
  const search = optimize(run, url);
  await new Promise<void>((resolve) => {
    const look = setInterval(() => left && (clearInterval(look), resolve()), 20);
  });
  await left;
  const second = await serving(database.url, "second", () => {}, { host: hostNamed("beta") });
  const { exitCode, all } = await search;
  await second.end();
  const record = recordOf(eventsOf(run));
  const passed = record.attempts.filter((one) => one.status === "ok");
  expect(exitCode).toBe(0);
  expect(new Set(passed.map((one) => one.place?.host))).toEqual(new Set(["alpha", "beta"]));
  expect(all).toMatch(
    /- Judged on beta \(scripted, 2 threads\) and not on alpha \(scripted, 2 threads\), where the reference was measured: r\d.*the last measurement of r\d/,
  );
  expect(readFileSync(join(run, "report.html"), "utf8")).toContain("Judged on beta");
});

it("--confirm-on 2 measures the winner on a second host, says where one is missing, and refuses a worker that has one host", async () => {
  const { url } = await serve(affineAgents());
  const alone = join(scratch(), "alone");
  const first = await serving(database.url, "first", () => {}, { host: hostNamed("alpha") });
  const other = await serving(database.url, "other", () => {}, { host: { ...hostNamed("gamma"), threads: 64 } });
  await forget();
  const lonely = await optimize(alone, url, "--confirm-on", "2");
  await other.end();
  const second = await serving(database.url, "second", () => {}, { host: hostNamed("beta") });
  const both = join(scratch(), "both");
  await forget();
  const confirmed = await optimize(both, url, "--confirm-on", "2");
  await Promise.all([first.end(), second.end()]);
  const refused = await start(["optimize", affineTask, "--confirm-on", "2"], { endpoint: url });
  expect(lonely.all).toMatch(
    /- Fewer hosts than asked: the winner was measured on 1 of 2 hosts: the queue has no other live worker with scripted, (2|64) threads/,
  );
  const { confirmation, promotions, finished } = recordOf(eventsOf(both));
  const winner = promotions.find((one) => one.attempt === finished?.best)?.verdict.place?.host;
  const where = confirmation?.verdicts.map((one) => one.place?.host);
  expect(new Set([winner, where?.[0]])).toEqual(new Set(["alpha", "beta"]));
  expect([confirmation?.hosts, where?.length, confirmation?.missing]).toEqual([2, 1, ""]);
  expect(confirmed.all).toMatch(/- Confirmed on (alpha|beta) \(scripted, 2 threads\): 2\.00x/);
  expect([refused.exitCode, refused.all]).toEqual([
    1,
    expect.stringMatching(/--confirm-on 2 needs several hosts, and this worker has one\n {2}-> give --worker queue/),
  ]);
});
