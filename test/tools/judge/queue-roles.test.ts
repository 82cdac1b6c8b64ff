/** The database role of workers: it serves the queue, and reads nothing else of the database. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { execa } from "execa";
import { Client } from "pg";
import { createJudge } from "../../../src/tools/judge/client.ts";
import { queueWorker } from "../../../src/tools/judge/queue/queue-worker.ts";
import { postgresCheckpoints } from "../../../src/tools/storage/postgres.ts";
import { start } from "../../support/command.ts";
import { main, scriptedJudge } from "../../support/places.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { kernel } from "../../support/queue.ts";

let database: Postgres;
let owner: Client;
beforeAll(async () => {
  database = await startPostgres();
  owner = new Client(database.url);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.remove();
});

const addressOf = (user: string): string => Object.assign(new URL(database.url), { username: user, password: "secret" }).href;

it("a worker works with the role that `queue roles` makes, and cannot read checkpoints, ask questions or change tables", async () => {
  await owner.query("create role early login password 'secret'");
  const early = await start(["worker", "--worker", scriptedJudge], { env: { KERNELWRIGHT_DATABASE: addressOf("early") } });
  await (await postgresCheckpoints(database.url)).end();
  await owner.query("create table kernelwright_threads(id text primary key, metadata text not null, made bigint not null)");
  const made = [await start(["queue", "roles", "--database", database.url]), await start(["queue", "roles", "--database", database.url])];
  const refused = await start(["queue", "roles", "--database", addressOf("early")]);
  await owner.query("create role gpu01 login password 'secret' in role kernelwright_worker");
  const worker = execa(process.execPath, ["--disable-warning=ExperimentalWarning", main, "worker", "--worker", scriptedJudge], {
    reject: false,
    all: true,
    env: { NODE_OPTIONS: "", KERNELWRIGHT_DATABASE: addressOf("gpu01") },
  });
  const judge = createJudge(queueWorker(database.url), "run");
  const verdict = await judge.evaluate(kernel("guarded", "b = 1"));
  worker.kill("SIGTERM");
  const { exitCode, all } = await worker;
  await judge.close();
  const stranger = new Client(addressOf("gpu01"));
  await stranger.connect();
  const tries: (string | undefined)[] = [];
  for (const sql of [
    ...["checkpoints", "checkpoint_blobs", "checkpoint_writes", "kernelwright_threads"].map((table) => `select * from ${table}`),
    "insert into kernelwright.question (id, task, label, owner, job) values ('a', 'b', 'c', 'd', 'e')",
    "delete from kernelwright.migration",
    "drop table kernelwright.question",
    "create table kernelwright.mine (a int)",
  ])
    tries.push(
      await stranger.query(sql).then(
        () => `allowed: ${sql}`,
        (error: { code?: string }) => error.code,
      ),
    );
  await stranger.end();
  expect([early.exitCode, early.all]).toEqual([
    1,
    expect.stringMatching(/absent or of an older release, and this database user may not make them[^]*as the owner/),
  ]);
  expect(made.map((one) => one.exitCode)).toEqual([0, 0]);
  expect(made[0]!.stdout).toMatch(/create role gpu01 login in role kernelwright_worker;\n {4}\\password gpu01/);
  expect([refused.exitCode, refused.all]).toEqual([1, expect.stringMatching(/may not|permission denied/)]);
  expect(verdict.status).toMatch(/ok|wrong|build_failed/);
  expect([exitCode, all]).toEqual([0, expect.not.stringContaining("permission denied")]);
  expect(tries).toEqual(Array.from({ length: tries.length }, () => "42501"));
});

it("migrations give the role its rights in tables that they make", async () => {
  await owner.query("create database later");
  const address = Object.assign(new URL(database.url), { pathname: "/later" }).href;
  const { exitCode } = await start(["queue", "status", "--database", address]);
  const there = new Client(address);
  await there.connect();
  const { rows } = await there.query<{ may: boolean }>("select has_table_privilege('gpu01', 'kernelwright.question', 'update') as may");
  await there.end();
  expect([exitCode, rows]).toEqual([0, [{ may: true }]]);
});
