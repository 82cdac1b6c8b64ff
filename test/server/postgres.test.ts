/** Checkpoints and threads in a real Postgres, which this test starts, takes away and brings back. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { Policy, Settings } from "../../src/domain/settings.ts";
import { searchGraph } from "../../src/graph/search.ts";
import { createToolbox } from "../../src/config/services.ts";
import { readTask } from "../../src/tools/tasks/task-file.ts";
import { openQueue } from "../../src/tools/judge/queue/database.ts";
import { postgresCheckpoints } from "../../src/tools/storage/postgres.ts";
import { createRun } from "../../src/run/run-file.ts";
import { affineAgents } from "../support/affine.ts";
import { scratch, start } from "../support/command.ts";
import { instantOverrides } from "../support/instant.ts";
import { startModelServer } from "../support/model-server.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { eventsOf } from "../support/run.ts";
import { freePort, startServer } from "../support/server.ts";
import { affineTask as task, main, scriptedJudge } from "../support/places.ts";

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
});
afterAll(async () => {
  await database.remove();
});

it("a served search that was killed goes on in another process, and rides out a database that goes away and comes back", async () => {
  const cwd = scratch();
  const port = await freePort();
  const serve = async () => await startServer([main, "serve"], port, cwd, { KERNELWRIGHT_DATABASE: database.url });
  const context = { worker: `env KERNELWRIGHT_TEST_DELAY_MS=2000 ${scriptedJudge}` };
  const first = await serve();
  const { thread_id } = await first.client.threads.create();
  try {
    for await (const { data } of first.client.runs.stream(thread_id, "quick-look", { input: { target: "cpu" }, context, streamMode: "updates" }))
      if (Object.keys(data).includes("select")) await first.stop("SIGKILL");
  } catch {
    // the connection went with the server
  }
  await (await openQueue(database.url, true)).close(); // its schema has the name of the database's user
  const second = await serve();
  const seen: string[] = [];
  const away = (async () => {
    await database.stop();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await database.start();
  })();
  for await (const { event, data } of second.client.runs.stream(thread_id, "quick-look", { input: null, streamMode: "updates" }))
    if (event === "updates") seen.push(...Object.keys(data));
  await away;
  const { values } = await second.client.threads.getState<{ run: string; summary: string }>(thread_id);
  await second.client.threads.delete(thread_id);
  const gone = await fetch(`${second.url}/threads/${thread_id}`);
  await second.stop();
  expect(seen).not.toContain("prepare");
  expect(seen.at(-1)).toBe("report");
  expect(values.summary).toMatch(/^row_softmax on cpu, fp32, beam: .*\nroot {2}\d[\s\S]*\npromoted: /);
  expect(eventsOf(values.run).filter((one) => one.type === "prepared")).toHaveLength(1);
  expect(existsSync(join(cwd, "runs", "server.db"))).toBe(false);
  expect(gone.status).toBe(404);
  expect(await rowsOf(thread_id)).toBe(0);
});

it("a search on the command line keeps its checkpoints there, and another process resumes it", async () => {
  let refuse = true;
  const agents = affineAgents();
  const model = await startModelServer((asked, count) => (refuse && count > 1 ? { status: 401 } : agents(asked, count)));
  const run = join(scratch(), "run");
  const options = { endpoint: model.url, env: { KERNELWRIGHT_DATABASE: database.url } };
  const stopped = await start(["optimize", task, "--target", "cpu", "--attempts", "4", "--worker", scriptedJudge, "--out", run], options);
  refuse = false;
  const resumed = await start(["resume", run], options);
  const absent = await start(["optimize", task, "--target", "cpu", "--worker", scriptedJudge, "--out", join(scratch(), "run")], {
    ...options,
    env: { KERNELWRIGHT_DATABASE: `postgres://me:hunter2@127.0.0.1:${await freePort()}/x` },
  });
  await model.close();
  expect([stopped.exitCode, resumed.all]).toEqual([4, expect.stringContaining("Report:")]);
  expect(eventsOf(run).filter((one) => one.type === "prepared")).toHaveLength(1);
  expect(existsSync(join(run, "checkpoints.db"))).toBe(false);
  expect([absent.exitCode, absent.all]).toEqual([1, expect.stringMatching(/the database cannot be used: .*ECONNREFUSED[\s\S]*KERNELWRIGHT_DATABASE/)]);
  expect(absent.all).not.toContain("hunter2");
});

it("a superstep of a search of 100 attempts takes as much room as one of 20", async () => {
  const [small, large] = [await bytesPerStep(20), await bytesPerStep(100)];
  expect(large).toBeLessThan(1.25 * small);
});

/** Bytes of checkpoints per superstep of a search of so many attempts. */
async function bytesPerStep(attempts: number): Promise<number> {
  const settings = Settings.parse({
    taskFile: task,
    target: "cpu",
    language: "cpp",
    model: { name: "instant", source: "live" },
    policy: Policy.parse({ attempts, earlyStop: false }),
  });
  const run = createRun(join(scratch(), "run"), settings, readTask(task), "a test");
  const toolbox = createToolbox([], scratch(), "", instantOverrides(attempts));
  const checkpointer = await postgresCheckpoints(database.url);
  const thread_id = `size ${attempts}`;
  await searchGraph(toolbox)
    .compile({ checkpointer })
    .invoke({ run }, { configurable: { thread_id }, durability: "sync", recursionLimit: 20 + 4 * attempts });
  await toolbox.close();
  await checkpointer.end();
  const [{ steps, bytes }] = (await asked(
    `select (select count(*) from checkpoints where thread_id = $1)::int as steps, (
       (select sum(octet_length(checkpoint::text) + octet_length(metadata::text)) from checkpoints where thread_id = $1)
       + (select sum(octet_length(blob)) from checkpoint_blobs where thread_id = $1)
       + (select sum(octet_length(blob)) from checkpoint_writes where thread_id = $1))::int as bytes`,
    thread_id,
  )) as [{ steps: number; bytes: number }];
  expect(new Set(eventsOf(run).flatMap((event) => (event.type === "attempted" ? [event.attempt.id] : []))).size).toBeGreaterThanOrEqual(attempts);
  console.log(`${attempts} attempts: ${steps} supersteps, ${Math.round(bytes / steps)} bytes each`);
  return bytes / steps;
}

async function rowsOf(thread: string): Promise<number> {
  const [{ n }] = (await asked("select count(*)::int as n from checkpoints where thread_id = $1", thread)) as [{ n: number }];
  return n;
}

async function asked(sql: string, thread: string): Promise<object[]> {
  const client = new Client(database.url);
  await client.connect();
  const { rows } = await client.query<object>(sql, [thread]);
  await client.end();
  return rows;
}
