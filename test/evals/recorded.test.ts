/**
 * A small evaluation in LangSmith's usual form, over recorded replies. In CI it runs without key and network. With LangSmith's variables and
 * LANGSMITH_TEST_TRACKING=true it becomes an experiment there. The judge is scripted.
 */
import { expect } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scoresOf } from "../../evals/langsmith/scores.ts";
import { cellIn } from "../../src/cli/bench/results.ts";
import { scratch, start } from "../support/command.ts";
import { repository, scriptedJudge } from "../support/places.ts";

process.env["LANGSMITH_TEST_TRACKING"] ??= "false";
const ls = await import("langsmith/jest"); // after the line above: it looks when it is loaded

ls.describe("searches from recorded replies", () => {
  const examples = ["row_softmax", "rms_norm"].map((task) => ({ inputs: { task }, referenceOutputs: { attempts: 1 } }));
  ls.test.each(examples)(
    "find a kernel that passes for a task whose replies were recorded",
    async ({ inputs, referenceOutputs }) => {
      const { task } = inputs;
      const folder = scratch();
      const file = join(repository, "evals", "tasks", `${task}.py`);
      const args = ["optimize", file, "--target", "cpu", "--worker", scriptedJudge, "--no-tune", "--out", join(folder, task)];
      const result = await start(args);
      const cell = cellIn(folder, { variant: "recorded", task, run: task });
      const scores = scoresOf(cell, null);
      ls.logOutputs({ status: cell.status, kernel: cell.kernel });
      for (const [key, score] of Object.entries(scores)) ls.logFeedback({ key, score });
      expect(result.all).toContain("Report:");
      expect(cell.attempts).toBeGreaterThanOrEqual((referenceOutputs as { attempts: number }).attempts);
      expect(scores).toMatchObject({ tokens: expect.any(Number), judge_seconds: expect.any(Number) });
      expect(readFileSync(join(folder, task, "report.html"), "utf8")).toContain(task);
    },
    60_000,
  );
});
