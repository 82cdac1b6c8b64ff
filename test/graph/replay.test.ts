/** A replay in this process: the recorded tree and every reply come back, however differently the kernels are timed. */
import { expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportRun } from "../../src/operations/export.ts";
import { ownJudge } from "../../src/operations/judging.ts";
import { hashOf } from "../../src/lib/hash.ts";
import type { RunRecord } from "../../src/run/events.ts";
import { expectRecordedFor, readRecording } from "../../src/tools/model/recordings.ts";
import { readTask } from "../../src/tools/tasks/task-file.ts";
import { repository } from "../support/places.ts";
import { affineAgents } from "../support/affine.ts";
import { scratch } from "../support/command.ts";
import { search } from "../support/search.ts";
import { okVerdict } from "../support/verdicts.ts";

const edges = ({ attempts }: RunRecord): string[] =>
  attempts
    .filter((one) => one.role !== "tuner")
    .map((one) => `${one.id} < ${one.parent} ${one.status} ${one.normalized}`)
    .toSorted();

/** Verdicts from the kernel's text and `salt`. Two salts rank the kernels differently. */
const timedBy = (salt: string) => (job: { candidate: { files: readonly { text: string }[] } }) =>
  okVerdict("search", 1.1 + (Number.parseInt(hashOf(`${salt} ${job.candidate.files.map((one) => one.text).join("")}`).slice(0, 4), 16) % 97) / 10);

it("follows the recorded tree even if its own timings would choose other parents", async () => {
  const policy = { attempts: 10, tune: 0, epsilon: 0 };
  const { run, record } = await search(affineAgents(), { policy }, timedBy("there"));
  const recording = join(scratch(), "recording.jsonl");
  await exportRun(run.path, { replies: true }, { access: ownJudge, say: () => {}, print: (text) => writeFileSync(recording, text) });

  const model = { name: "recorded", source: "replay", recording };
  const replayed = async (more: object) => (await search(affineAgents(), { policy, model: { ...model, ...more } }, timedBy("here"))).record;
  const { expansions } = readRecording(recording).run;
  expect(edges(await replayed({ expansions }))).toEqual(edges(record));

  const roundOf = (id: string): number => Number(/\d+/.exec(id)![0]);
  const moved = expansions.map((one) => (roundOf(one.attempt) === 1 ? one : { ...one, parent: roundOf(one.attempt) === 2 ? "r9b9" : "r1b1" }));
  const left = moved.filter((one) => one.parent !== "r9b9").map((one) => one.attempt);
  expect(moved.length - left.length).toBeGreaterThan(0);
  expect(left.some((id) => roundOf(id) === 3)).toBe(true);
  const lost = await replayed({ expansions: moved }); // nothing of round 2 has its parent here
  expect(lost.expansions.map((one) => one.attempt)).toEqual(left);

  const unguided = await replayed({});
  expect(unguided.attempts.map((one) => one.status)).toContain("no_reply"); // else the test shows nothing
  expect(unguided.stopped?.reason).not.toBe("no_reply");
});

it("the shipped recordings hold a tree and the call of every reply", () => {
  for (const name of ["row_softmax.cpu", "row_softmax.cuda", "gated_activation.cpu", "linear_gelu_residual.cpu", "rms_norm.cpu", "tiny_attention.cpu"]) {
    const { run, replies } = readRecording(join(repository, "evals", "recorded", `${name}.jsonl`));
    const calls = new Set(replies.map((one) => one.call));
    expect(run.expansions.length).toBe(run.attempts);
    for (const { attempt, parent } of run.expansions) {
      expect([attempt, calls.has(`${attempt}.planner`), calls.has(`${attempt}.coder`)]).toEqual([attempt, true, true]);
      expect(parent === "root" || run.expansions.some((one) => one.attempt === parent)).toBe(true);
    }
  }
});

it("a recording answers for its task, and for a copy of it under another name", () => {
  const path = join(repository, "evals", "recorded", "rms_norm.cpu.jsonl");
  const { run } = readRecording(path);
  const task = readTask(join(repository, "evals", "tasks", "rms_norm.py"));
  const other = { name: "other", source: `${task.source}# edited\n` };
  for (const same of [task, { ...task, name: "copy" }, { ...other, name: "rms_norm" }]) expectRecordedFor(path, run, same);
  expect(() => expectRecordedFor(path, run, other)).toThrow("was recorded for rms_norm, not for other");
});
