/** Disks and folders that fail under a search: a message and exit code 4, never a stack. */
import { expect, it } from "@jest/globals";
import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { affineAgents } from "../support/affine.ts";
import { scratch, start } from "../support/command.ts";
import { gated } from "../support/gated.ts";
import { startModelServer } from "../support/model-server.ts";
import { affineTask, scriptedJudge } from "../support/places.ts";
import { makeRun } from "../support/run.ts";
import { until } from "../support/until.ts";

it("a run folder that is deleted during the run is named in the error", async () => {
  const server = await startModelServer(affineAgents());
  const run = makeRun("beam", server.url, { attempts: 3 });
  const judge = gated();
  const child = start(["resume", run], { endpoint: server.url, env: judge.env });
  await until(() => judge.asked() >= 1);
  renameSync(run, `${run}-elsewhere`);
  judge.open();
  const { exitCode, all } = await child;
  await server.close();
  expect([exitCode, all]).toEqual([4, expect.stringContaining(`${run} is gone: its folder was deleted or moved while the run was at work`)]);
  expect(all).not.toMatch(/this is a bug|\n\s+at /);
  expect(existsSync(join(run, "run.json"))).toBe(false);
});

it("a disk that is full when an event is written stops the run, which can be resumed", async () => {
  const server = await startModelServer(affineAgents());
  const run = makeRun("beam", server.url, { attempts: 3 });
  symlinkSync("/dev/full", join(run, "events.jsonl"));
  const full = await start(["resume", run], { endpoint: server.url });
  rmSync(join(run, "events.jsonl"));
  const again = await start(["resume", run], { endpoint: server.url });
  await server.close();
  expect([full.exitCode, full.all]).toEqual([
    4,
    expect.stringMatching(/the disk is full: .*events.jsonl could not be written\n {2}-> free some space.*resume/),
  ]);
  expect([0, 3]).toContain(again.exitCode);
});

it("a judge without space for temporary files gives a one-line error with the remedy", async () => {
  const folder = scratch();
  const worker = join(folder, "full");
  writeFileSync(worker, `#!/bin/sh\nexec \${KERNELWRIGHT_PYTHON:-python3} -c "raise OSError(28, 'No space left on device', '/tmp/kernelwright-judge-1')"\n`);
  chmodSync(worker, 0o755);
  const { exitCode, all } = await start(["doctor", "--worker", worker], { cwd: folder });
  expect(exitCode).toBe(4);
  expect(all).toMatch(/the judge stopped .*: OSError: \[Errno 28\] No space left on device.*\n {2}-> free some space in the temporary folder, or set TMPDIR/);
  expect(all).not.toContain("Traceback");
});

it("export checks its output path before it asks the judge", async () => {
  const { exitCode, all } = await start(["export", "runs/none", "-o", "nowhere/winner.py"]);
  expect([exitCode, all]).toEqual([
    1,
    expect.stringMatching(/nowhere\/winner.py cannot be written: there is no folder .*nowhere\n {2}-> make it first: mkdir -p/),
  ]);
});

it("a model call without an answer is cancelled after --model-timeout, and the run can be resumed", async () => {
  const silent = await startModelServer(async () => await new Promise<never>(() => {}));
  const cwd = scratch();
  const args = ["optimize", affineTask, "--target", "cpu", "--worker", scriptedJudge];
  const { exitCode, all } = await start([...args, "--model-timeout", "1"], { cwd, endpoint: silent.url });
  await silent.close();
  expect([exitCode, all]).toEqual([
    4,
    expect.stringMatching(/gave no answer within 1 s, 2 times in a row\n {2}-> look at the server.*npx kernelwright resume/),
  ]);
});
