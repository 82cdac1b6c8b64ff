/** An export that the judge finds slow: when it is judged again, and when it is refused. The verdicts are literal. */
import { expect, it } from "@jest/globals";
import type { Candidate } from "../../src/domain/candidate.ts";
import type { Ratio } from "../../src/domain/measure.ts";
import type { Job } from "../../src/domain/protocol.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { judgeAgain, unprovenOf } from "../../src/operations/verify-export.ts";
import { openRun } from "../../src/run/run-folder.ts";
import { createJudge, type Judge } from "../../src/tools/judge/client.ts";
import { makeRun } from "../support/run.ts";
import { withSeries } from "../support/series.ts";
import { common, okVerdict } from "../support/verdicts.ts";

const file = (text: string): Candidate => ({ language: "cpp", files: [{ name: "model_new.py", text }] });
const [kernel, exported] = [file("kernel"), file("export")];
const claimed: Ratio = okVerdict("search", 1.29).speedup;
const disagrees = { status: "timing_disagrees", ...common, problem: "a second thread" } as const;
const wrong = { status: "wrong", ...common, inputs: "public", problem: "the outputs differ" } as const;
const at = (speedup: number): Verdict => okVerdict("search", speedup);

type EvaluateJob = Extract<Job, { kind: "evaluate" }>;

/** A judge that answers evaluate jobs alone. */
const judgeWith = (verdictOf: (job: EvaluateJob) => Verdict): Judge =>
  createJudge(
    withSeries({
      submit: async (job) => {
        if (job.kind !== "evaluate") throw new Error(`no ${job.kind} is due`);
        return { id: job.id, kind: "verdict", verdict: verdictOf(job) };
      },
      close: async () => {},
    }),
    "a test",
  );

/** Judges an export. Its verdicts, and those of the kernel, come in this order. Resolves with the text, the error, and which of the two were judged. */
async function judged(verdicts: Record<"export" | "kernel", Verdict[]>, measured: Ratio | null = claimed) {
  const asked: string[] = [];
  const judge = judgeWith((job) => {
    const form = job.candidate.files[0]!.text as "export" | "kernel";
    asked.push(form);
    return verdicts[form].shift()!;
  });
  const { about } = openRun(makeRun("beam", "http://127.0.0.1:9/v1"));
  const said = judgeAgain(about, { kernel, claimed: measured, exported }, judge);
  return { said: await said.catch((error: Error) => error.message), asked };
}

it("the judge is asked to look for rare conditions, and a kernel that fails now is refused", async () => {
  const jobs: object[] = [];
  const answers: Verdict[] = [{ ...okVerdict("search", 1.2), unproven: ["nan"] }, wrong];
  const judge = judgeWith((job) => {
    jobs.push(job);
    return answers.shift()!;
  });
  const { about } = openRun(makeRun("beam", "http://127.0.0.1:9/v1"));
  expect(await unprovenOf(about, kernel, judge)).toEqual(["nan"]);
  await expect(unprovenOf(about, exported, judge)).rejects.toThrow("the kernel does not pass any more: wrong");
  expect(jobs).toEqual([expect.objectContaining({ rareChecks: true }), expect.objectContaining({ rareChecks: true })]);
});

it.each<[string, Verdict, Ratio | null]>([
  ["as fast as the run measured", at(1.2), claimed],
  ["slower by less than half", at(0.7), claimed],
  ["of a kernel that the run did not time", at(0.136), null],
])("an export %s is judged once", async (_, verdict, measured) => {
  const { said, asked } = await judged({ export: [verdict], kernel: [] }, measured);
  expect([said, asked]).toEqual([expect.stringMatching(/^judged as exported: ok, [\d.]+x \[[^\]]+\] against eager[^;]*, isolation L2$/), ["export"]]);
});

it.each<[string, Verdict]>([
  ["far slower", at(0.136)],
  ["timed in two ways that disagree", disagrees],
])("an export that is %s is judged again beside its kernel, and passes where it is as fast as that", async (_, first) => {
  const { said, asked } = await judged({ export: [first, at(1.3)], kernel: [at(1.25)] });
  expect([said, asked]).toEqual([expect.stringMatching(/^judged as exported: ok, 1\.30x [^;]*$/), ["export", "kernel", "export"]]);
});

it("where the machine slows kernel and export alike, the export passes, and the text has all three speedups", async () => {
  const { said } = await judged({ export: [at(0.136), at(0.14)], kernel: [at(0.15)] });
  expect(said).toMatch(/^judged as exported: ok, 0\.140x .*; the kernel itself is at 0\.150x .* now, and the run measured 1\.29x .*: is the machine idle/);
});

it.each<[string, Verdict[], Verdict[], RegExp]>([
  ["far slower than the kernel twice", [at(0.136), at(0.14)], [at(1.2)], /^the export is at 0\.140x .* where the kernel itself is at 1\.20x/],
  ["far slower twice, beside a kernel that could not be timed", [at(0.136), at(0.14)], [disagrees], /where the kernel itself is at 1\.29x/],
  ["timed in two ways that disagree twice", [disagrees, disagrees], [at(1.2)], /^the export does not pass: timing_disagrees: a second thread/],
  ["wrong", [wrong], [], /^the export does not pass: wrong: the outputs differ/],
  ["wrong when it is judged again", [at(0.136), wrong], [at(1.2)], /^the export does not pass: wrong: the outputs differ/],
])("an export that is %s is refused", async (_, forExport, forKernel, says) => {
  expect((await judged({ export: forExport, kernel: forKernel })).said).toMatch(says);
});
