import { expect, it } from "@jest/globals";
import { z } from "zod";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createToolbox } from "../../src/config/services.ts";
import { start } from "../support/command.ts";
import { startModelServer } from "../support/model-server.ts";
import { until } from "../support/until.ts";
import { makeRun } from "../support/run.ts";

it("a judge that ends badly while nobody waits for it causes only a warning", async () => {
  const told: string[] = [];
  const worker = { submit: async () => await new Promise<never>(() => {}), close: async () => Promise.reject(new Error("its folder is gone")) };
  const run = makeRun("beam", "http://127.0.0.1:9/v1");
  const toolbox = createToolbox([], "", "", { worker, warn: (line) => told.push(line) });
  toolbox.open(run);
  toolbox.release(run);
  await new Promise(setImmediate);
  expect(told).toEqual([`the judge of ${run} did not end in order: Error: its folder is gone`]);
  expect(toolbox.standing().runs).toEqual([]);
});

const idle = { submit: async () => await new Promise<never>(() => {}), close: async () => {} };

it("a released run spends nothing more: its model call in flight is cancelled, and queued calls are dropped", async () => {
  const server = await startModelServer(() => "{}");
  server.limit = 0; // it answers nobody
  const run = makeRun("beam", server.url, { parallel: 1 });
  const toolbox = createToolbox([], "", "", { worker: idle });
  const { model } = toolbox.open(run);
  const question = { role: "planner", about: "", childIndex: 0, schema: z.object({}), system: "s", prompt: "p" } as const;
  const answers = Promise.allSettled(["r1b1.planner", "r1b2.planner"].map(async (call) => await model.ask({ ...question, call })));
  await until(() => server.open() === 1);
  toolbox.release(run);
  expect(await answers).toEqual(Array.from({ length: 2 }, () => ({ status: "rejected", reason: expect.objectContaining({ message: "the run is stopping" }) })));
  await until(() => server.open() === 0);
  expect(server.answered).toEqual([]);
  await server.close();
});

it("a served run holds the run's lock, so that the command line is refused until it is released", async () => {
  const run = makeRun("beam", "http://127.0.0.1:9/v1");
  const toolbox = createToolbox([], "", "", { worker: idle, locks: true });
  toolbox.open(run);
  toolbox.open(run);
  const refused = await start(["resume", run]);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(`process ${process.pid} works on this run already`)]);
  toolbox.release(run);
  expect(existsSync(join(run, "lock"))).toBe(false);
});
