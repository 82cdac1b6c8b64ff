/** The exports run in a Python that has torch and a compiler, and nothing of ours. */
import { afterAll, expect, it } from "@jest/globals";
import { execa } from "execa";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Candidate, SourceFile } from "../../src/domain/candidate.ts";
import { patchedFiles, patchText, type Swap } from "../../src/tools/patch.ts";
import { folderFiles, singleFile } from "../../src/tools/single-file.ts";
import { affineBundle } from "../support/affine.ts";
import { removeScratch, scratch } from "../support/command.ts";
import { affineTask as task, repository } from "../support/places.ts";

const module = `import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features))
        self.register_buffer("offset", torch.full((features,), 3.0))

    def forward(self, x):
        return x * self.weight + self.offset
`;
/** Off by 1 on purpose, so that a test can tell who answered. */
const candidate: Candidate = {
  language: "cpp",
  files: [
    {
      name: "model_new.py",
      text: `import torch
from torch import nn
from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features))
        self.register_buffer("offset", torch.full((features,), 3.0))

    def forward(self, x):
        out = torch.empty_like(x)
        lib.scale(x, self.weight, self.offset, out, x.numel(), x.shape[-1])
        return out
`,
    },
    {
      name: "kernel.cpp",
      text: `#include <cstdint>
extern "C" int scale(const float* x, const float* weight, const float* offset, float* out, int64_t n, int64_t features) {
  for (int64_t i = 0; i < n; ++i) out[i] = x[i] * weight[i % features] + offset[i % features] + 1.0f;
  return 0;
}
`,
    },
  ],
};
const swap: Swap = {
  candidate,
  about: 'scale: "quoted"',
  target: "cpu",
  inputs: [{ name: "x", shape: [4, 8], dtype: "float32" }],
  module: { name: "40_scale.py", text: module },
  name: "Scale",
};
afterAll(removeScratch);

const put = (folder: string, files: readonly SourceFile[]): string => {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  return folder;
};
/** What a script prints in a folder, with a home of its own and none of our settings. */
const python = async (cwd: string, script: string, env: Record<string, string> = {}): Promise<string> =>
  (await execa(process.env["KERNELWRIGHT_PYTHON"] ?? "python3", ["-c", script], { cwd, env: { HOME: cwd, ...env } })).stdout;

const load = 'import importlib, torch\nScale = importlib.import_module("40_scale").Scale\nmodel = Scale(8)\n';

it("a patched module uses the kernel where it was proven, and the original elsewhere, on the same parameters and buffers", async () => {
  const folder = put(scratch(), patchedFiles(swap, false));
  const said = await python(
    folder,
    `${load}
print(list(model.state_dict()))
model.load_state_dict({"weight": torch.full((8,), 2.0), "offset": torch.full((8,), 5.0)})
x = torch.ones(4, 8)
with torch.no_grad():
    print("measured", model(x)[0, 0].item())
    print("other shape", model(torch.ones(2, 8))[0, 0].item())
    print("other dtype", model(x.double())[0, 0].item())
    print("strided", model(torch.ones(8, 4).t())[0, 0].item())
    print("by name", model(x=x)[0, 0].item())
out = model(x)
print("gradient", out[0, 0].item())
out.sum().backward()
print(model.weight.grad[0].item())`,
  );
  expect(said.split("\n")).toEqual([
    "['weight', 'offset']",
    "measured 8.0",
    "other shape 7.0",
    "other dtype 7.0",
    "strided 7.0",
    "by name 7.0",
    "gradient 7.0",
    "4.0",
  ]);
});

it("a class that names itself in super, as KernelBench's do, is patched to run as well; other classes keep their words", async () => {
  const other = "\n\nclass Other(nn.Module):\n    def __init__(self):\n        super(Scale, self).__init__()\n";
  const header = module.replace("class Scale(nn.Module):", "class Scale(\n    nn.Module,\n):\n# a scale\n");
  const text = header.replace("super().__init__()", "super(Scale, self).__init__()") + other;
  const files = patchedFiles({ ...swap, module: { name: "40_scale.py", text } }, false);
  expect(files[0]!.text).toContain(other);
  const said = await python(
    put(scratch(), files),
    `${load}with torch.no_grad(): print(model(torch.ones(4, 8))[0, 0].item(), model(torch.ones(2, 8))[0, 0].item())`,
  );
  expect(said).toBe("5.0 4.0");
});

it("the flag keeps the original class, and so does a kernel that cannot be built, with a warning", async () => {
  const folder = put(scratch(), patchedFiles(swap, false));
  const question = `${load}\nwith torch.no_grad(): print(model(torch.ones(4, 8))[0, 0].item(), len(Scale.__mro__))`;
  expect(await python(folder, question, { KERNELWRIGHT_FALLBACK: "1" })).toBe("4.0 3");
  const broken: Candidate = { ...candidate, files: candidate.files.map((file) => ({ ...file, text: file.text.replace("int64_t n,", "int65_t n,") })) };
  const without = put(scratch(), patchedFiles({ ...swap, candidate: broken }, false));
  const said = await python(
    without,
    `import warnings\nwarnings.simplefilter("always")\nwith warnings.catch_warnings(record=True) as told:\n    exec(${JSON.stringify(question)})\nprint(told[-1].message)`,
  );
  expect(said).toMatch(/^4.0 3\nScale runs without its kernel, which could not be built: g\+\+ failed/);
});

it("git applies the patch, in a package too", async () => {
  const root = scratch();
  put(join(root, "models"), [swap.module, { name: "__init__.py", text: "" }]);
  await execa("git", ["init", "-q"], { cwd: root });
  writeFileSync(join(root, "kernel.patch"), patchText(swap, "models", true));
  await execa("git", ["apply", "kernel.patch"], { cwd: root });
  expect(readFileSync(join(root, "models", "40_scale.py"), "utf8").startsWith(module)).toBe(true);
  const said = await python(
    root,
    'import importlib, torch\nmodel = importlib.import_module("models.40_scale").Scale(8)\nwith torch.no_grad(): print(model(torch.ones(4, 8))[0, 0].item())',
  );
  expect(said).toBe("5.0");
});

it("a module with CRLF at its lines' ends keeps them, and gets them on what is added", async () => {
  const root = scratch();
  const text = module.replaceAll("\n", "\r\n");
  const named = text.replace("super()", "super(Scale, self)");
  expect(patchedFiles({ ...swap, module: { name: "scale.py", text: named } }, false)[0]!.text.startsWith(text)).toBe(true);
  put(root, [{ name: "scale.py", text }]);
  await execa("git", ["init", "-q"], { cwd: root });
  const patch = patchText({ ...swap, module: { name: "scale.py", text } }, "", false);
  writeFileSync(join(root, "kernel.patch"), patch);
  await execa("git", ["apply", "--whitespace=nowarn", "kernel.patch"], { cwd: root });
  const patched = readFileSync(join(root, "scale.py"), "utf8");
  expect([patched.startsWith(text), patched.replaceAll("\r\n", "").includes("\n")]).toEqual([true, false]);
  expect(patch).not.toMatch(/^-(?!--)/m);
});

it("a module without the class is refused by name", () => {
  expect(() => patchedFiles({ ...swap, name: "Model" }, false)).toThrow(/40_scale.py has no class Model/);
});

it("a folder works as a package and from the search path, and one file alone", async () => {
  const folder = put(join(scratch(), "winner"), folderFiles(candidate, swap.about));
  const answer = "import torch\nwith torch.no_grad(): print(ModelNew(8)(torch.ones(4, 8))[0, 0].item())";
  expect(await python(join(folder, ".."), `from winner import ModelNew\n${answer}`)).toBe("5.0");
  expect(await python(folder, `from model_new import ModelNew\n${answer}`)).toBe("5.0");
  expect(existsSync(join(folder, "kernel.cpp"))).toBe(true);
  const file = put(scratch(), [{ name: "winner.py", text: singleFile(candidate, swap.about) }]);
  expect(await python(file, `from winner import ModelNew\n${answer}`)).toBe("5.0");
});

it("evals/exports.py finds the three forms of a winner right, and a kernel that is wrong not", async () => {
  const forms = async (body?: string) => {
    const [out, own] = [scratch(), { language: "cpp" as const, files: affineBundle(1, body) }];
    const about = { ...swap, candidate: own, inputs: [{ name: "x", shape: [256, 4096], dtype: "float32" }], name: "Model" };
    writeFileSync(join(out, "kernel.patch"), patchText({ ...about, module: { name: "affine.py", text: readFileSync(task, "utf8") } }, "", false));
    put(join(out, "winner"), folderFiles(own, "affine"));
    put(out, [{ name: "winner.py", text: singleFile(own, "affine") }]);
    const script = join(repository, "evals", "exports.py");
    return await execa(process.env["KERNELWRIGHT_PYTHON"] ?? "python3", [script, task, out], { reject: false });
  };
  const right = await forms();
  expect([right.exitCode, right.stderr]).toEqual([0, ""]);
  expect(right.stdout.match(/of the output's RMS apart/g)).toHaveLength(3);
  expect((await forms("out[i] = x[i];")).exitCode).toBe(1);
});

it("evals/exports.py says which Python has no torch, before it tries anything", async () => {
  const script = join(repository, "evals", "exports.py");
  const { exitCode, stderr } = await execa(process.env["KERNELWRIGHT_PYTHON"] ?? "python3", ["-S", script, task, scratch()], { reject: false });
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^\S+ has no torch; run this with a Python that has it$/)]);
});
