/** The queue's tables over releases: those of 0.2.0 with jobs in them become this release's, and tables of a later release are refused. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client } from "pg";
import { MIGRATIONS } from "../../../src/tools/judge/queue/tables.ts";
import { start } from "../../support/command.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { leftBy020, serving } from "../../support/queue.ts";
import { until } from "../../support/until.ts";

let database: Postgres;
let client: Client;
beforeAll(async () => {
  database = await startPostgres();
  client = new Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.remove();
});

const rows = async (sql: string): Promise<object[]> => (await client.query<object>(sql)).rows;

it("an upgrade from the tables of 0.2.0 loses no job and judges none twice", async () => {
  await leftBy020(database.url, client);
  const judged: string[] = [];
  const workers = await Promise.all(["one", "two"].map(async (name) => await serving(database.url, name, ({ id }) => void judged.push(id)))); // both migrate
  await until(async () => (await rows("select 1 from kernelwright.question where reply is null")).length === 0);
  const tallies = await rows("select sum(answered)::int as answered, sum(failed)::int as failed from kernelwright.worker");
  await Promise.all(workers.map(async ({ end }) => end()));
  expect(judged.toSorted()).toEqual(["held-1", "held-2", "waiting"]);
  expect(await rows("select count(*)::int as n from kernelwright.question where reply like '%verdict%'")).toEqual([{ n: 4 }]);
  expect(tallies).toEqual([{ answered: 3, failed: 0 }]);
  expect(await rows("select number from kernelwright.migration order by number")).toEqual(MIGRATIONS.map((_, at) => ({ number: at + 1 })));
});

it("tables of a later release are refused with the release to install", async () => {
  await client.query("insert into kernelwright.migration (number, release) values (99, '9.0.0')");
  const { exitCode, all } = await start(["queue", "status"], { env: { KERNELWRIGHT_DATABASE: database.url } });
  await client.query("delete from kernelwright.migration where number = 99");
  expect([exitCode, all]).toEqual([
    1,
    expect.stringMatching(/the queue's tables are of release 9\.0\.0 .*knows \d+ migrations\n {2}-> install release 9\.0\.0/),
  ]);
});

it("tables of a later pg-boss are refused", async () => {
  await client.query("update kernelwright_boss.version set version = version + 1");
  const { exitCode, all } = await start(["queue", "status"], { env: { KERNELWRIGHT_DATABASE: database.url } });
  await client.query("update kernelwright_boss.version set version = version - 1");
  expect([exitCode, all]).toEqual([1, expect.stringMatching(/the queue's tables are of a newer release: pg-boss[^]*-> install the release/)]);
});
