/** A module of a script becomes a task, and the real judge judges a kernel for it. */
import { expect, it } from "@jest/globals";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch, start } from "../../support/command.ts";

const script = `import sys
import torch


class Shift(torch.nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def forward(self, x, *, mask):
        return torch.where(mask, x + self.by, x)


print("the script's own words")
shift = Shift(0.5)
for rows in (256, 256, 64):
    shift(torch.randn(rows, 512), mask=torch.rand(rows, 512) < 0.3)
assert sys.argv[1:] == ["--epochs", "3"], sys.argv
`;

const kernel = `#include <cstdint>
extern "C" int shift(const float* x, const bool* mask, float* out, int64_t n, float by) {
  #pragma omp parallel for
  for (int64_t i = 0; i < n; ++i) out[i] = mask[i] ? x[i] + by : x[i];
  return 0;
}
`;
const model = `import torch
from kernel import lib


class ModelNew(torch.nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def forward(self, x, mask):
        out = torch.empty_like(x)
        lib.shift(x, mask, out, x.numel(), self.by)
        return out
`;

function written(name: string, text: string): string {
  const folder = scratch();
  writeFileSync(join(folder, name), text);
  return folder;
}

it("capture writes a task that the judge judges, and says what a search uses of it", async () => {
  const folder = written("train.py", script);
  const made = await start(["capture", "train.py", "--module", "Shift", "-o", "task.py", "--", "--epochs", "3"], { cwd: folder });
  expect([made.exitCode, made.stdout]).toEqual([0, ""]);
  expect(made.stderr).toContain("the script's own words");
  expect(made.stderr).toMatch(
    /__main__\.Shift: 3 calls of 1 object, 2 shapes; rebuilt.*\nget_workloads lists shapes for 100 % .*\nwrote task\.py; next: .*optimize task\.py/,
  );
  expect(readFileSync(join(folder, "task.py"), "utf8")).toMatch(/"weight": 0\.666667/);
  mkdirSync(join(folder, "kernel"));
  writeFileSync(join(folder, "kernel", "kernel.cpp"), kernel);
  writeFileSync(join(folder, "kernel", "model_new.py"), model);
  const judged = await start(["evaluate", "task.py", "kernel", "--target", "cpu", "--json"], { cwd: folder });
  expect(["ok", "timing_disagrees"]).toContain(JSON.parse(judged.stdout).status); // a busy machine can delay a hand-over
});

it.each([
  ["a script that is not there", ["nowhere.py", "--module", "Shift"], 1, /there is no script at nowhere\.py/],
  [
    "a module that the script never calls",
    ["train.py", "--module", "Scale", "--", "--epochs", "3"],
    1,
    /never calls a module Scale\n {2}-> name .*__main__\.Shift/,
  ],
  ["arguments that are left out", ["train.py", "--module", "Shift"], 1, /train\.py raised AssertionError: .*\(line 18\)\n {2}-> run it alone/],
  ["data without a place", ["train.py", "--module", "Shift", "--with-data"], 1, /--with-data has no place/],
  [
    "a count that is none",
    ["train.py", "--module", "Shift", "--calls", "many"],
    1,
    /--calls many is not a positive whole number\n {2}-> for example --calls 12/,
  ],
  ["a count in another base", ["train.py", "--module", "Shift", "--calls", "0x10"], 1, /--calls 0x10 is not a positive whole number/],
  ["no module", ["train.py"], 2, /required option '--module <name>' not specified/],
  ["a Python without torch", ["train.py", "--module", "Shift", "--python", "/bin/false"], 1, /ended early \(exit code 1\)\n {2}-> .*--python/],
])("%s gives one message and an exit code", async (_name, args, code, says) => {
  const result = await start(["capture", ...args], { cwd: written("train.py", script) });
  expect([result.exitCode, result.stderr]).toEqual([code, expect.stringMatching(says)]);
  expect(result.stderr).not.toContain("Traceback");
});
