/** A search on a task with `backward = True`: what agents read, and which judges are refused. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { artifactsOf } from "../../src/config/publish.ts";
import { exchangesOf } from "../../src/tools/model/reply-cache.ts";
import { BrokenHost } from "../../src/domain/errors.ts";
import { asksForGradients } from "../../src/domain/task.ts";
import { exportRun } from "../../src/operations/export.ts";
import { ownJudge } from "../../src/operations/judging.ts";
import { renderHtml } from "../../src/report/html/report.ts";
import { renderSummary } from "../../src/report/terminal/summary.ts";
import { affineAgents } from "../support/affine.ts";
import { scratch } from "../support/command.ts";
import { affineTask } from "../support/places.ts";
import { search } from "../support/search.ts";
import { okVerdict } from "../support/verdicts.ts";

const gradientsTask = (): string => {
  const file = join(scratch(), "gradients.py");
  writeFileSync(file, `${readFileSync(affineTask, "utf8")}\n\nbackward = True\n`);
  return file;
};
const gradients = ["x", "weight"].map((name) => ({ name, shape: [8], dtype: "float32" }));

it("tells planner and coder the rules of gradients, and the names of those that are checked", async () => {
  const { answered } = await search(affineAgents(), { taskFile: gradientsTask(), policy: { attempts: 1 } }, () => okVerdict("search", 2), { gradients });
  for (const role of ["planner", "coder"]) {
    const prompt = answered.find((one) => one.role === role)!.prompt;
    expect(prompt).toContain("use a `torch.autograd.Function` with `forward` and `backward`");
    expect(prompt).toContain("These gradients are checked as closely as the outputs: `x`, `weight`.");
  }
});

it("says in the report that times are of forward and backward, and names the gradients", async () => {
  const { record, run } = await search(affineAgents(), { taskFile: gradientsTask(), policy: { attempts: 1 } }, () => okVerdict("search", 2), { gradients });
  expect(renderSummary(record)).toContain("A call is forward and backward, and all times are of both together: forward alone was not timed.");
  expect(renderHtml(record, artifactsOf(run), exchangesOf(run), "runs/x")).toContain("weight float32[8]; a call is forward and backward");
});

it("tells nothing of gradients for a task that goes forward alone", async () => {
  const { answered } = await search(affineAgents(), { policy: { attempts: 1 } }, () => okVerdict("search", 2));
  expect(answered.length).toBeGreaterThan(1);
  for (const { prompt } of answered) expect(prompt).not.toContain("autograd");
});

it("refuses a judge that checks forward alone", async () => {
  const old = search(affineAgents(), { taskFile: gradientsTask() }, () => okVerdict("search", 2));
  await expect(old).rejects.toThrow(new BrokenHost("the task has backward = True, and the judge checked forward alone", ""));
});

it("exports no operator of it, because an operator has the original's gradient", async () => {
  const { run } = await search(affineAgents(), { taskFile: gradientsTask(), policy: { attempts: 1 } }, () => okVerdict("search", 2), { gradients });
  const made = exportRun(
    run.path,
    { format: "op", output: join(scratch(), "op"), attempt: "r1b1", degraded: true },
    { access: ownJudge, say: () => {}, print: () => {} },
  );
  await expect(made).rejects.toThrow("the kernel is proven forward and backward, and an operator has the original's gradient");
});

it("knows a task with gradients by the line that says so", () => {
  const asks = (source: string): boolean => asksForGradients({ source });
  expect(["backward = True", "x = 1\nbackward: bool = True  # trains"].map(asks)).toEqual([true, true]);
  expect(["backward = False", "def backward(x):\n    backward = True", "# backward = True"].map(asks)).toEqual([false, false, false]);
});
