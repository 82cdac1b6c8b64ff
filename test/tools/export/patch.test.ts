/** The exports run in a Python that has torch and a compiler, and nothing of ours. */
import { describe, expect, it } from "@jest/globals";
import { execa } from "execa";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Candidate, SourceFile } from "../../../src/domain/candidate.ts";
import { moduleAt } from "../../../src/tools/export/module.ts";
import { patchedFiles, patchText, type Swap } from "../../../src/tools/export/patch.ts";
import { folderFiles, singleFile } from "../../../src/tools/export/single-file.ts";
import { affineBundle } from "../../support/affine.ts";
import { scratch } from "../../support/command.ts";
import { affineTask as task, repository } from "../../support/places.ts";
import { printed, python } from "../../support/python.ts";

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
/** A kernel with results that are off by 1. They show that the kernel answered, and not the original module. */
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
  mode: null,
  module: { path: "40_scale.py", text: module, siblings: [] },
  name: "Scale",
};

const put = (folder: string, files: readonly SourceFile[]): string => {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
};
/** The script with the last warning printed at its end. */
const warned = (script: string): string =>
  `import warnings\nwarnings.simplefilter("always")\nwith warnings.catch_warnings(record=True) as told:\n    exec(${JSON.stringify(script)})\nprint(told[-1].message)`;

const load = 'import importlib, torch\nScale = importlib.import_module("40_scale").Scale\nmodel = Scale(8)\n';

it("a patched module uses the kernel for proven calls and the original for others, with the same parameters and buffers", async () => {
  const folder = put(scratch(), patchedFiles({ ...swap, mode: "eval" }));
  const said = await printed(
    folder,
    `${load}
model.eval()
print(list(model.state_dict()))
model.load_state_dict({"weight": torch.full((8,), 2.0), "offset": torch.full((8,), 5.0)})
x = torch.ones(4, 8)
with torch.no_grad():
    print("measured", model(x)[0, 0].item())
    print("other shape", model(torch.ones(2, 8))[0, 0].item())
    print("other dtype", model(x.double())[0, 0].item())
    print("strided", model(torch.ones(8, 4).t())[0, 0].item())
    print("by name", model(x=x)[0, 0].item())
    with torch.autocast("cpu"): print("autocast", model(x)[0, 0].item())
    print("other mode", model.train()(x)[0, 0].item())
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
    "autocast 7.0",
    "other mode 7.0",
    "gradient 7.0",
    "4.0",
  ]);
});

it("a kernel whose gradients were proven answers calls that need them, in training steps of the module itself", async () => {
  const text = `import torch
from torch import nn


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, offset):
        ctx.save_for_backward(x, weight)
        return x * weight + offset + 1

    @staticmethod
    def backward(ctx, up):
        x, weight = ctx.saved_tensors
        return up * weight, 10 * (up * x).sum(0), None


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features))
        self.register_buffer("offset", torch.full((features,), 3.0))

    def forward(self, x):
        return Scaled.apply(x, self.weight, self.offset)
`;
  const own: Candidate = { language: "cpp", files: [{ name: "model_new.py", text }] };
  const script = `${load}
for rows in (4, 2):
    model.weight.grad = None
    out = model(torch.ones(rows, 8))
    out.sum().backward()
    print(out[0, 0].item(), model.weight.grad[0].item())`;
  const answers = async (gradients: boolean): Promise<string> => await printed(put(scratch(), patchedFiles({ ...swap, candidate: own, gradients })), script);
  expect(await answers(true)).toBe("5.0 40.0\n4.0 2.0"); // the kernel's gradient is ten times too large on purpose
  expect(await answers(false)).toBe("4.0 4.0\n4.0 2.0");
});

it("a class that names itself in super, as KernelBench's do, needs no change", async () => {
  const text = module.replace("super().__init__()", "super(Scale, self).__init__()");
  const files = patchedFiles({ ...swap, module: { path: "40_scale.py", text, siblings: [] } });
  expect(files[0]!.text.startsWith(text)).toBe(true);
  const said = await printed(
    put(scratch(), files),
    `${load}with torch.no_grad(): print(model(torch.ones(4, 8))[0, 0].item(), model(torch.ones(2, 8))[0, 0].item())`,
  );
  expect(said).toBe("5.0 4.0");
});

it("the environment variable turns the kernels off, and a kernel that cannot be built warns and falls back", async () => {
  const folder = put(scratch(), patchedFiles(swap));
  const question = `${load}\nwith torch.no_grad(): print(model(torch.ones(4, 8))[0, 0].item(), hasattr(Scale.forward, "kernels"))`;
  expect(await printed(folder, question, { KERNELWRIGHT_FALLBACK: "1" })).toBe("4.0 False");
  const broken: Candidate = { ...candidate, files: candidate.files.map((file) => ({ ...file, text: file.text.replace("int64_t n,", "int65_t n,") })) };
  const without = put(scratch(), patchedFiles({ ...swap, candidate: broken }));
  expect(await printed(without, warned(question))).toMatch(/^4.0 False\n_40_scale_kernel is not used, because it could not be built: g\+\+ failed/);
});

it("a missing swap file disables the kernel with a warning, and the import works", async () => {
  const [patched] = patchedFiles(swap);
  const said = await printed(put(scratch(), [patched!]), warned(`${load}print(model(torch.ones(4, 8))[0, 0].item())`));
  expect(said).toBe("4.0\nScale runs without its kernels: ModuleNotFoundError(\"No module named '_40_scale_swap'\")");
});

it("the patched class is the same class: it pickles by name, copies, saves, loads, spawns and draws the same random numbers", async () => {
  const text = module.replace("torch.ones(features)", "torch.rand(features)");
  const folder = put(scratch(), patchedFiles({ ...swap, module: { path: "scale.py", text, siblings: [] } }));
  writeFileSync(
    join(folder, "spawned.py"),
    `import copy, io, multiprocessing, pickle, sys
import torch
from scale import Scale


def answer(model):
    with torch.no_grad():
        return (model(torch.zeros(4, 8)) - model.offset).mean().item()


if __name__ == "__main__":
    torch.manual_seed(1)
    model, drawn = Scale(8), torch.rand(1).item()
    print(Scale.__module__, Scale.__qualname__, answer(model))
    kept = io.BytesIO()
    torch.save(model, kept)
    kept.seek(0)
    loaded = torch.load(kept, weights_only=False) if torch.__version__ >= "2" else torch.load(kept)
    print(answer(pickle.loads(pickle.dumps(model))), answer(copy.deepcopy(model)), answer(loaded))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.apply(answer, (model,)))
    print(sys.argv[0] and f"{model.weight.sum().item():.6f} {drawn:.6f} {torch.rand(1).item():.6f}")
`,
  );
  const run = async (env: Record<string, string>): Promise<string[]> =>
    (await execa(python, ["spawned.py"], { cwd: folder, env: { HOME: folder, ...env } })).stdout.split("\n");
  const [named, copied, spawned, drawn] = await run({});
  expect([named, copied, spawned]).toEqual(["scale Scale 1.0", "1.0 1.0 1.0", "1.0"]);
  const original = await run({ KERNELWRIGHT_FALLBACK: "1" });
  expect([original[0], original[3]]).toEqual(["scale Scale 0.0", drawn]);
});

it("parameters and buffers that are replaced reach the kernel", async () => {
  const folder = put(scratch(), patchedFiles(swap));
  const said = await printed(
    folder,
    `${load}x = torch.ones(4, 8)
with torch.no_grad():
    print(model(x)[0, 0].item())
    model.weight = torch.nn.Parameter(torch.full((8,), 7.0))
    print(model(x)[0, 0].item())
    model.offset = torch.full((8,), 1.0)
    print(model(x)[0, 0].item())
    model.double().float()
    print(model(x)[0, 0].item())`,
  );
  expect(said.split("\n")).toEqual(["5.0", "11.0", "9.0", "9.0"]);
});

describe("git applies the patch and the module imports with its kernel", () => {
  const ask = (name: string): string =>
    `import importlib, torch\nmodel = importlib.import_module("${name}").Scale(8)\nwith torch.no_grad(): print(model(torch.ones(4, 8))[0, 0].item())`;
  const applied = async (files: readonly SourceFile[], path: string): Promise<string> => {
    const root = scratch();
    put(root, files);
    await execa("git", ["init", "-q"], { cwd: root });
    const found = moduleAt(join(root, path), root);
    writeFileSync(join(root, "kernel.patch"), patchText({ ...swap, module: found.module }, relative(root, found.root)));
    await execa("git", ["apply", "kernel.patch"], { cwd: root });
    return root;
  };

  it.each([
    ["a package", [{ name: "models/__init__.py", text: "" }], "models/40_scale.py", "", "models.40_scale"],
    ["a folder without __init__.py", [], "src/40_scale.py", "", "src.40_scale"],
    ["a script's folder", [], "src/40_scale.py", "src", "40_scale"],
    ["a package in a folder", [{ name: "python/models/__init__.py", text: "" }], "python/models/40_scale.py", "python", "models.40_scale"],
  ])("as %s", async (_layout, others, path, from, name) => {
    const root = await applied([...others, { name: path, text: module }], path);
    expect(readFileSync(join(root, path), "utf8").startsWith(module)).toBe(true);
    expect(await printed(join(root, from), ask(name))).toBe("5.0");
  });

  it("with relative imports, two packages deep", async () => {
    const text = module.replace("from torch import nn\n", "from torch import nn\nfrom ..shared.three import THREE\n").replace("3.0)", "THREE)");
    const others = ["", "blocks/", "shared/"].map((folder) => ({ name: `models/${folder}__init__.py`, text: "" }));
    const three = { name: "models/shared/three.py", text: "THREE = 3.0\n" };
    const root = await applied([...others, three, { name: "models/blocks/scale.py", text }], "models/blocks/scale.py");
    expect(await printed(root, ask("models.blocks.scale"))).toBe("5.0");
  });

  it("and a second winner for another shape joins the first in one swap file", async () => {
    const root = await applied([{ name: "src/40_scale.py", text: module }], "src/40_scale.py");
    const { module: patched, root: folder } = moduleAt(join(root, "src/40_scale.py"), root);
    const second = { ...swap, module: patched, inputs: [{ name: "x", shape: [2, 8], dtype: "float32" }] };
    const patch = patchText(second, relative(root, folder));
    expect(patch).not.toContain("src/40_scale.py");
    writeFileSync(join(root, "second.patch"), patch);
    await execa("git", ["apply", "second.patch"], { cwd: root });
    const both = `${ask("src.40_scale")}\nwith torch.no_grad(): print([model(torch.ones(rows, 8))[0, 0].item() for rows in (4, 2, 3)])`;
    expect(await printed(root, both)).toBe("5.0\n[5.0, 5.0, 4.0]");
    expect(existsSync(join(root, "src", "_40_scale_kernel_2.py"))).toBe(true);
  });
});

it("a module with CRLF at its lines' ends keeps them, and gets them on what is added", async () => {
  const root = scratch();
  const text = module.replaceAll("\n", "\r\n");
  const named = text.replace("super()", "super(Scale, self)");
  expect(patchedFiles({ ...swap, module: { path: "scale.py", text: named, siblings: [] } })[0]!.text.startsWith(named)).toBe(true);
  put(root, [{ name: "scale.py", text }]);
  await execa("git", ["init", "-q"], { cwd: root });
  const patch = patchText({ ...swap, module: { path: "scale.py", text, siblings: [] } }, "");
  writeFileSync(join(root, "kernel.patch"), patch);
  await execa("git", ["apply", "--whitespace=nowarn", "kernel.patch"], { cwd: root });
  const patched = readFileSync(join(root, "scale.py"), "utf8");
  expect([patched.startsWith(text), patched.replaceAll("\r\n", "").includes("\n")]).toEqual([true, false]);
  expect(patch).not.toMatch(/^-(?!--)/m);
});

it("a module without the class is refused by name", () => {
  expect(() => patchedFiles({ ...swap, name: "Model" })).toThrow(/40_scale.py has no class Model/);
});

it("a folder works as a package and from the search path, and one file alone", async () => {
  const folder = put(join(scratch(), "winner"), folderFiles(candidate, swap.about));
  const answer = "import torch\nwith torch.no_grad(): print(ModelNew(8)(torch.ones(4, 8))[0, 0].item())";
  expect(await printed(join(folder, ".."), `from winner import ModelNew\n${answer}`)).toBe("5.0");
  expect(await printed(folder, `from model_new import ModelNew\n${answer}`)).toBe("5.0");
  expect(existsSync(join(folder, "kernel.cpp"))).toBe(true);
  const file = put(scratch(), [{ name: "winner.py", text: singleFile(candidate, swap.about) }]);
  expect(await printed(file, `from winner import ModelNew\n${answer}`)).toBe("5.0");
});

it("evals/exports.py accepts the three forms of a winner and refuses a wrong kernel", async () => {
  const forms = async (body?: string) => {
    const [out, own] = [scratch(), { language: "cpp" as const, files: affineBundle(1, body) }];
    const about = { ...swap, candidate: own, inputs: [{ name: "x", shape: [256, 4096], dtype: "float32" }], name: "Model" };
    writeFileSync(join(out, "kernel.patch"), patchText({ ...about, module: { path: "affine.py", text: readFileSync(task, "utf8"), siblings: [] } }, ""));
    put(join(out, "winner"), folderFiles(own, "affine"));
    put(out, [{ name: "winner.py", text: singleFile(own, "affine") }]);
    const script = join(repository, "evals", "exports.py");
    return await execa(python, [script, task, out], { reject: false });
  };
  const right = await forms();
  expect([right.exitCode, right.stderr]).toEqual([0, ""]);
  expect(right.stdout.match(/of the output's RMS apart/g)).toHaveLength(3);
  expect((await forms("out[i] = x[i];")).exitCode).toBe(1);
});

it("evals/exports.py first names the Python that lacks torch", async () => {
  const script = join(repository, "evals", "exports.py");
  const { exitCode, stderr } = await execa(python, ["-S", script, task, scratch()], { reject: false });
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^\S+ has no torch; run this with a Python that has it$/)]);
});
