/** A kernel that is proven on several shapes: the operator and the patch use it on each of them, and the original elsewhere. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describeTask } from "../../../src/tools/export/operator/describe.ts";
import { operatorFiles } from "../../../src/tools/export/operator/package.ts";
import { patchedFiles } from "../../../src/tools/export/patch.ts";
import { scratch } from "../../support/command.ts";
import { python } from "../../support/python.ts";

const source = `import torch


class Model(torch.nn.Module):
    def forward(self, x, by):
        return x * by


def rows(length, by):
    return lambda: [torch.randn(length, 4), by]


def get_inputs():
    return [torch.randn(8, 4), 0.5]


def get_workloads():
    shapes = [("tall", 64, 0.5), ("short", 8, 0.5), ("doubled", 16, 2.0)]
    return [{"name": name, "weight": 1, "inputs": rows(length, by)} for name, length, by in shapes]


def get_init_inputs():
    return []
`;
const task = { name: "task", source };
const inputsOf = (length: number) => [{ name: "x", shape: [length, 4], dtype: "float32" }];
const kernel = (more: string) => ({
  language: "cpp" as const,
  files: [{ name: "model_new.py", text: `import torch\n\n\nclass ModelNew(torch.nn.Module):\n    def forward(self, x, by):\n        return x * by${more}\n` }],
});
const proven = { about: "two shapes", target: "cpu" as const, precision: "fp32" as const, inputs: inputsOf(64), shapes: [inputsOf(8)] };

function written(files: readonly { name: string; text: string }[]): string {
  const place = scratch();
  for (const { name, text } of files) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  return place;
}

it("an operator has a row for each proven shape, and its gates draw all declared ones", async () => {
  const facts = await describeTask(task, null);
  expect(facts.alike).toEqual(["tall", "short"]); // "doubled" has another plain argument
  const made = (more: string) => written(operatorFiles({ ...proven, candidate: kernel(more), task, capability: null, facts, evidence: {} }));
  const gate = async (place: string) =>
    await execa(python, ["-m", "unittest", "task_op.tests.Operator.test_shapes"], { cwd: place, env: { HOME: place }, reject: false });
  const right = await gate(made(""));
  expect([right.exitCode, right.stderr]).toEqual([0, expect.stringContaining("\nOK")]);
  const off = await gate(made(" + 1"));
  expect([off.exitCode, off.stderr]).toEqual([1, expect.stringContaining("AssertionError")]);
});

it("a patch has a row for each proven shape", async () => {
  const swap = { ...proven, candidate: kernel(" + 1"), mode: null, module: { path: "task.py", text: source, siblings: [] }, name: "Model" };
  const place = written(patchedFiles(swap));
  const script = "import torch, task\nprint([task.Model()(torch.ones(n, 4), 0.5)[0, 0].item() for n in (64, 8, 16)])";
  expect((await execa(python, ["-c", script], { cwd: place })).stdout).toBe("[1.5, 1.5, 0.5]");
});
