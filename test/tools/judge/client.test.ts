/** What a run takes from a judge, over literal replies. */
import { expect, it } from "@jest/globals";
import { existsSync } from "node:fs";
import { BrokenHost } from "../../../src/domain/errors.ts";
import { Limits } from "../../../src/domain/budget.ts";
import type { Verdict } from "../../../src/domain/verdict.ts";
import { openLedger } from "../../../src/run/ledger.ts";
import { openRun } from "../../../src/run/run-folder.ts";
import { createJudge } from "../../../src/tools/judge/client.ts";
import { kernel } from "../../support/queue.ts";
import { makeRun } from "../../support/run.ts";
import { okVerdict } from "../../support/verdicts.ts";

it("a series that lacks a verdict is no reply, unless a limit of seconds let the judge leave candidates out", async () => {
  const run = openRun(makeRun("beam", "http://127.0.0.1:9/v1"));
  const { candidate, ...question } = kernel("gap", "x = 1");
  const series = { ...question, candidates: [candidate, { ...candidate, files: [{ name: "kernel.cpp", text: "x = 2" }] }] };
  const replying = (verdicts: (Verdict | null)[]) =>
    createJudge({ submit: async ({ id }) => ({ id, kind: "series", verdicts, again: [] }), close: async () => {} }, "run", {
      folder: run.file("judged"),
      ledger: openLedger(run, Limits.parse({})),
      artifacts: run,
      host: () => null,
    });
  const ok = okVerdict("search", 2);
  for (const verdicts of [[null, ok], [ok], [ok, ok, ok]]) await expect(replying(verdicts).series(series)).rejects.toThrow(BrokenHost);
  expect(existsSync(run.file("judged"))).toBe(false); // the next try asks anew
  expect((await replying([ok, null]).series({ ...series, seconds: 1 })).verdicts).toEqual([ok, null]);
  expect((await replying([ok, ok]).series(series)).verdicts).toEqual([ok, ok]);
});
