import { afterAll, expect, it } from "@jest/globals";
import { createToolbox } from "../src/services.ts";
import { removeScratch } from "./support/command.ts";
import { makeRun } from "./support/run.ts";

afterAll(removeScratch);

it("a judge that does not end in order is told of where nobody waits for it, and breaks nothing", async () => {
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
