/** What the queue forgets when a worker serves it, and what it keeps. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client } from "pg";
import { openQueue } from "../../../src/tools/judge/queue/database.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { serving } from "../../support/queue.ts";
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

it("answers of 31 days and workers that vanished a week ago are forgotten; younger ones and open questions of any age stay", async () => {
  await (await openQueue(database.url, false)).close();
  const question = "insert into kernelwright.question (id, task, label, owner, job, asked, reply, dead, answered)";
  await client.query(`${question} values
    ('old', 't', 't', 'r', '{}', now() - interval '32 days', '{}', false, now() - interval '31 days'),
    ('old-dead', 't', 't', 'r', '{}', now() - interval '32 days', '{}', true, now() - interval '31 days'),
    ('young', 't', 't', 'r', '{}', now() - interval '32 days', '{}', false, now() - interval '29 days'),
    ('open', 't', 't', 'r', '{}', now() - interval '90 days', null, false, null)`);
  await client.query(`insert into kernelwright.worker (name, session, host, devices, release, protocol, wraps, seen) values
    ('vanished', 's', 'h', 'd', 'r', 1, '', now() - interval '8 days'), ('silent', 's', 'h', 'd', 'r', 1, '', now() - interval '6 days')`);
  const worker = await serving(database.url, "cleaner", () => {});
  const names = async (sql: string): Promise<string[]> => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  await until(async () => !(await names("select name from kernelwright.worker")).includes("vanished"));
  const [questions, workers] = [
    await names("select id as name from kernelwright.question order by 1"),
    await names("select name from kernelwright.worker order by 1"),
  ];
  await worker.end();
  expect([questions, workers]).toEqual([
    ["open", "young"],
    ["cleaner", "silent"],
  ]);
});
