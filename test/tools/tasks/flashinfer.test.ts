/** A FlashInfer-Trace definition and its workload file become a task that Python runs. */
import { expect, it } from "@jest/globals";
import { execa } from "execa";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTask } from "../../../src/tools/tasks/task-file.ts";
import { scratch } from "../../support/command.ts";
import { python } from "../../support/python.ts";

const definition = {
  name: "rmsnorm_h8",
  op_type: "rmsnorm",
  axes: { batch: { type: "var" }, hidden: { type: "const", value: 8 } },
  inputs: {
    x: { shape: ["batch", "hidden"], dtype: "bfloat16" },
    weight: { shape: ["hidden"], dtype: "bfloat16" },
    eps: { shape: null, dtype: "float32" },
  },
  outputs: { y: { shape: ["batch", "hidden"], dtype: "bfloat16" } },
  reference: "import torch\n\n\ndef run(x, weight, eps):\n    return x * torch.rsqrt(x.float().square().mean(-1, keepdim=True) + eps) * weight\n",
};
const random = { type: "random" };
const workload = (batch: number, x: object = random) => ({
  definition: "rmsnorm_h8",
  workload: { uuid: String(batch), axes: { batch }, inputs: { x, weight: random, eps: { type: "scalar", value: 1e-5 } } },
});

function files(about: object, lines: readonly object[], folder = "."): string {
  const place = scratch();
  const path = join(place, "definitions", "rmsnorm", "rmsnorm_h8.json");
  const beside = folder === "." ? join(dirname(path), "rmsnorm_h8.jsonl") : join(place, folder, "rmsnorm_h8.jsonl");
  for (const one of [path, beside]) mkdirSync(dirname(one), { recursive: true });
  writeFileSync(path, JSON.stringify(about));
  writeFileSync(beside, `${lines.map((one) => JSON.stringify(one)).join("\n")}\n`);
  return path;
}

it("makes a row for each different workload, with equal weights, and its reference runs on all of them", async () => {
  const { name, source } = readTask(files(definition, [workload(4), workload(64), workload(4)], "workloads/rmsnorm"));
  expect(name).toBe("rmsnorm_h8");
  const script = `import sys, types
task = types.ModuleType("task")
exec(sys.stdin.read(), task.__dict__)
for row in task.get_workloads():
    given = row["inputs"]()
    print(row["name"], row["weight"], list(task.Model()(*given).shape), given[0].dtype, given[2])`;
  const { stdout } = await execa(python, ["-c", script], { input: source });
  expect(stdout.split("\n")).toEqual(["batch=4, eps=0.00001 1 [4, 8] torch.bfloat16 1e-05", "batch=64, eps=0.00001 1 [64, 8] torch.bfloat16 1e-05"]);
});

it("keeps sixteen of many workloads, from the first to the last one", () => {
  const many = Array.from({ length: 40 }, (_, at) => workload(at + 1));
  const names = [...readTask(files(definition, many)).source.matchAll(/"name": "batch=(\d+)/g)].map(([, batch]) => Number(batch));
  expect([names.length, names[0], names.at(-1)]).toEqual([16, 1, 40]);
});

it("says which input it cannot draw, and which file or line is wrong", () => {
  const told = (about: object, lines: readonly object[]) => () => readTask(files(about, lines));
  expect(told(definition, [workload(4, { type: "safetensors", path: "a", tensor_key: "b" })])).toThrow(/the input x is of the type safetensors/);
  const fp8 = { ...definition, inputs: { ...definition.inputs, x: { shape: ["batch", "hidden"], dtype: "float8_e4m3fn" } } };
  expect(told(fp8, [workload(4)])).toThrow(/the input x has the dtype float8_e4m3fn/);
  expect(told(definition, [{ nothing: 1 }])).toThrow(/line 1 of .*rmsnorm_h8\.jsonl is not as FlashInfer-Trace has it: workload/);
  expect(told({ name: "rmsnorm_h8" }, [])).toThrow(/rmsnorm_h8\.json is not as FlashInfer-Trace has it: axes/);
  expect(told(definition, [])).toThrow(/holds no workload/);
  const lonely = join(scratch(), "lonely.json");
  writeFileSync(lonely, JSON.stringify(definition));
  expect(() => readTask(lonely)).toThrow(/there is no workload file lonely\.jsonl/);
});
