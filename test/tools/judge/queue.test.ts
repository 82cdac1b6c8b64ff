/** The queue on a real Postgres: searches that ask, workers that answer, and what becomes of the questions when one of them goes away. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { execa } from "execa";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { BrokenHost } from "../../../src/domain/errors.ts";
import { queueWorker } from "../../../src/tools/judge/queue/queue-worker.ts";
import { createJudge } from "../../../src/tools/judge/client.ts";
import { scratch, start } from "../../support/command.ts";
import { main, scriptedJudge } from "../../support/places.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { kernel, serving } from "../../support/queue.ts";
import { freePort } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { okVerdict } from "../../support/verdicts.ts";

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
});
afterAll(async () => {
  await database.remove();
});

it("two searches that ask the same question get one measurement, and a third reads it without a worker", async () => {
  const judged: string[] = [];
  const [first, second, third] = ["run-a", "run-b", "run-c"].map((run) => createJudge(queueWorker(database.url), run)) as [Judge, Judge, Judge];
  const asked = Promise.all(
    [first, second].flatMap((judge) => ["// one\nx = 1", "// another remark\nx = 1", "x = 2"].map(async (text) => judge.evaluate(kernel("twin", text)))),
  );
  const worker = await serving(database.url, "once", (job) => void judged.push(job.id));
  const verdicts = await asked;
  await worker.end();
  expect(judged).toHaveLength(2);
  expect(verdicts).toEqual(Array.from({ length: 6 }, () => okVerdict("search", 2)));
  expect(await third.evaluate(kernel("twin", "x = 2"))).toEqual(okVerdict("search", 2));
  await Promise.all([first, second, third].map(async (judge) => judge.close()));
});
type Judge = ReturnType<typeof createJudge>;

it("a candidate whose judge ends twice becomes a dead letter, and the others get their verdicts", async () => {
  const worker = await serving(database.url, "patient", ({ candidate }) => {
    if (candidate.files[0]!.text.includes("kill")) throw new BrokenHost("the judge stopped (signal 9)");
  });
  const judge = createJudge(queueWorker(database.url), "run");
  const verdicts = await Promise.all(["y = 1", "kill", "y = 2"].map(async (text) => judge.evaluate(kernel("deadly", text))));
  const status = await start(["queue", "status"], { env: { KERNELWRIGHT_DATABASE: database.url } });
  await worker.end();
  await judge.close();
  expect(verdicts.map((one) => one.status)).toEqual(["ok", "crashed", "ok"]);
  expect(verdicts[1]).toMatchObject({ problem: expect.stringMatching(/the judge ended 2 times over this candidate.*dead letter.*signal 9/) });
  expect(status.all).toMatch(/0 waiting, 0 in hand; 5 answered[^]*patient +\S+ +scripted, 2 threads[^]*dead letter: deadly, evaluate-/);
});

it("candidates that end a real judge one after the other become dead letters, and their worker lives", async () => {
  const env = { NODE_OPTIONS: "", KERNELWRIGHT_DATABASE: database.url, KERNELWRIGHT_TEST_DEADLY: "evaluate" };
  const worker = start(["worker", "--name", "brave", "--worker", scriptedJudge], { env });
  const judge = createJudge(queueWorker(database.url), "run");
  const verdicts = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (at) => {
      await sleep(at * 200); // others come while the worker asks whether its host can judge still
      return await judge.evaluate(kernel("brave", `k = ${at}`));
    }),
  );
  worker.kill("SIGTERM");
  const { exitCode } = await worker;
  await judge.close();
  expect(verdicts.map((one) => one.status)).toEqual(Array.from({ length: 6 }, () => "crashed"));
  expect(exitCode).toBe(0);
});

it("questions of a killed and of a frozen worker come back in under 30 s, through a restart of the database, and a late verdict is discarded", async () => {
  const judge = createJudge(queueWorker(database.url), "run");
  const holding = async (name: string) => {
    const gate = scratch();
    const worker = execa(process.execPath, ["--disable-warning=ExperimentalWarning", main, "worker", "--name", name, "--worker", scriptedJudge], {
      reject: false,
      all: true,
      detached: true, // a group of its own: a signal reaches its judge too
      env: { NODE_OPTIONS: "", KERNELWRIGHT_DATABASE: database.url, KERNELWRIGHT_TEST_GATE: gate },
    });
    const verdict = judge.evaluate(kernel(name, "z = 1"));
    await until(() => existsSync(join(gate, "asked")));
    return { worker, verdict, gate, signal: (signal: NodeJS.Signals) => process.kill(-worker.pid!, signal) };
  };
  const [killed, frozen] = [await holding("killed"), await holding("frozen")];
  killed.signal("SIGKILL");
  const since = performance.now();
  frozen.signal("SIGSTOP");
  await database.stop();
  await database.start();
  const judged: string[] = [];
  const rescue = await serving(database.url, "rescue", ({ task }) => void judged.push(task.name));
  const namesake = start(["worker", "--name", "rescue", "--worker", scriptedJudge], { env: { KERNELWRIGHT_DATABASE: database.url } });
  await killed.verdict;
  const seconds = (performance.now() - since) / 1000;
  const rescued = await frozen.verdict;
  writeFileSync(join(frozen.gate, "open"), "");
  frozen.signal("SIGCONT");
  await until(async () => (await asked("select 1 from kernelwright.worker where name = 'frozen' and seen > now() - interval '2 seconds'")).length > 0);
  frozen.signal("SIGTERM");
  const { exitCode, all } = await frozen.worker;
  const rows = await asked("select reply from kernelwright.question where label = 'frozen'");
  const refused = await namesake;
  await rescue.end();
  await judge.close();
  expect(refused).toMatchObject({ exitCode: 1, all: expect.stringMatching(/a worker named rescue is alive on [^]*-> give this one another --name/) });
  expect(seconds).toBeLessThan(30);
  expect(judged.toSorted()).toEqual(["frozen", "killed"]);
  expect([exitCode, all]).toEqual([0, expect.stringMatching(/its answers are discarded, and another worker goes on/)]);
  expect(readFileSync(join(frozen.gate, "asked"), "utf8").trim().split("\n")).toHaveLength(1);
  expect(rows).toEqual([{ reply: expect.stringContaining(JSON.stringify(rescued).slice(0, 60)) }]);
});

it("a process whose queue had a full database, or none for long, asks it again when it is back", async () => {
  const worker = await serving(database.url, "back");
  const judge = createJudge(queueWorker(database.url), "run");
  await asked("create function refuse() returns trigger language plpgsql as $$ begin raise 'full' using errcode = '53100'; end $$");
  await asked("create trigger refuse before insert on kernelwright.question for each row execute function refuse()");
  await expect(judge.evaluate(kernel("back", "f = 1"))).rejects.toThrow("the disk of the database of the queue is full");
  await asked("drop trigger refuse on kernelwright.question");
  const verdicts = await Promise.all(["f = 1", "f = 2"].map(async (text) => judge.evaluate(kernel("back", text))));
  expect(verdicts).toEqual([okVerdict("search", 2), okVerdict("search", 2)]);
  await judge.close();
  await worker.end();
});

it.each(["SIGINT", "SIGTERM"] as const)("%s ends a worker that still waits for its judge", async (signal) => {
  const spool = scratch();
  const worker = start(["worker", "--worker", `spool:${spool}`], { env: { KERNELWRIGHT_DATABASE: database.url } });
  const pending = () => (existsSync(join(spool, "pending")) ? readdirSync(join(spool, "pending")) : []).filter((name) => name.endsWith(".json"));
  await until(() => pending().length > 0);
  worker.kill(signal);
  const { exitCode, all } = await worker;
  expect([exitCode, all]).toEqual([0, expect.stringContaining("the worker finishes what it has in hand")]);
  expect(pending()).toEqual([]);
});

it("a queue without a database, in a file, of an absent server or of a newer protocol is refused in one message", async () => {
  const closed = `postgres://me:hunter2@127.0.0.1:${await freePort()}/x`;
  await asked("update kernelwright.queue set protocol = 9, release = '9.0.0'");
  const said = await Promise.all(
    [
      [["worker"], {}],
      [["worker", "--database", "runs.db"], {}],
      [["queue", "status"], { KERNELWRIGHT_DATABASE: closed }],
      [["worker", "--worker", scriptedJudge], { KERNELWRIGHT_DATABASE: database.url }],
    ].map(async ([args, env]) => await start(args as string[], { env: env as Record<string, string> })),
  );
  expect(said.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1]);
  expect(said.map(({ all }) => all)).toEqual([
    expect.stringMatching(/the queue has no database\n {2}-> set KERNELWRIGHT_DATABASE/),
    expect.stringMatching(/the queue needs Postgres, and the given database is a file/),
    expect.stringMatching(/the queue's database cannot be used: .*ECONNREFUSED/),
    expect.stringMatching(/the queue speaks protocol 9 since release 9.0.0, and this release .* speaks \d\n {2}-> install release 9.0.0 on this host/),
  ]);
  expect(said[2]!.all).not.toContain("hunter2");
});

async function asked(sql: string): Promise<object[]> {
  const client = new Client(database.url);
  await client.connect();
  const { rows } = await client.query<object>(sql);
  await client.end();
  return rows;
}
