/** A model's package runs in a Python that has torch, and nothing of ours. */
import { expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyFiles, type AppliedKernel } from "../../../src/tools/export/apply.ts";
import { scratch } from "../../support/command.ts";
import { printed } from "../../support/python.ts";

const net = `import copy, warnings
import torch
from torch import nn


class Config:
    heads = 2

    def __init__(self, bias):
        self.bias = bias


class Scale(nn.Module):
    def __init__(self, config, place=0):
        super().__init__()
        self.config, self.place = config, place
        self.weight = nn.Parameter(torch.ones(8))

    def forward(self, x, mask=None, *, power=1.0, cache=None, pair=None, **more):
        y = x * self.weight ** power + self.config.bias
        if cache is not None:
            cache.append(self.place)
        return y if mask is None else y * mask


class Net(nn.Module):
    def __init__(self, biases):
        super().__init__()
        self.layers = nn.ModuleList(Scale(Config(bias)) for bias in biases)

    def forward(self, x, **more):
        for layer in self.layers:
            x = layer(x, **more)
        return x
`;
/** Its results are larger by 100. They show that the kernel answered. */
const kernel = `import torch


class ModelNew(torch.nn.Module):
    def __init__(self, bias):
        super().__init__()
        self.bias = bias
        self.weight = torch.nn.Parameter(torch.ones(8))

    def forward(self, x, *others):
        return x * self.weight + self.bias + 100
`;

/** The fingerprints of Scale at two places, as the package's own copy computes them. */
async function placesOf(folder: string): Promise<string[]> {
  const told = `${net}\nfrom net_kernels.settings import fingerprint\nprint(*[fingerprint(Scale(Config(1.0), place)) for place in (0, 1)])`;
  return (await printed(folder, told)).split(" ");
}

/** A folder with the package of a kernel for the first two layers. */
async function applied(proven: Partial<AppliedKernel["proven"]> = {}, facts?: AppliedKernel["facts"]): Promise<string> {
  const folder = scratch();
  const put = (fingerprints: readonly string[]): void => {
    const files = applyFiles("A package.", [
      {
        name: "scale",
        kernel,
        task: "def get_init_inputs():\n    return [1.0]\n",
        paths: ["layers.0", "layers.1"],
        fingerprints,
        proven: { target: "cpu", mode: null, shapes: [[{ name: "x", shape: [4, 8], dtype: "float32" }]], ...proven },
        facts: facts ?? {
          parameters: [
            ["x", null],
            ["mask", "None"],
            ["power", "1.0"],
          ],
          values: [null, "None", "1.0"],
        },
      },
    ]);
    for (const { name, text } of files) {
      mkdirSync(dirname(join(folder, "net_kernels", name)), { recursive: true });
      writeFileSync(join(folder, "net_kernels", name), text);
    }
  };
  put([]);
  put(await placesOf(folder));
  return folder;
}

const begin = `${net}
from net_kernels import apply
model, x = Net([1.0, 1.0, 1.0]), torch.ones(4, 8)
undo = apply(model)
def told(what, run=lambda: model(x)[0, 0].item()):
    before = {path: dict(counts) for path, counts in undo.answered.items()}
    answer = run()
    print(what, answer, [[counts[by] - before[path][by] for by in ("kernel", "original")] for path, counts in undo.answered.items()])
`;

it("answers proven calls with the kernel and all others with the module, and undoes it", async () => {
  const said = await printed(
    await applied(),
    `${begin}
with torch.no_grad():
    told("proven")
    told("plain arguments as proven", lambda: model(x, power=1.0)[0, 0].item())
    told("another plain argument", lambda: model(x, power=2.0)[0, 0].item())
    told("a tensor where the proven calls had None", lambda: model(x, mask=x)[0, 0].item())
    told("a cache where the proven calls had None", lambda: model(x, cache=[])[0, 0].item())
    told("another shape", lambda: model(torch.ones(2, 8))[0, 0].item())
    told("strided", lambda: model(torch.ones(8, 4).t())[0, 0].item())
    with torch.autocast("cpu"):
        told("autocast")
    model.layers[0].weight = nn.Parameter(torch.full((8,), 3.0))
    told("a new parameter")
    other = copy.deepcopy(model)
    other.layers[0].weight.zero_()
    told("a copy has its own parameters", lambda: other(x)[0, 0].item())
told("autograd")
print(type(model.layers[0]).__name__, isinstance(model.layers[0], Scale), list(model.state_dict()))
undo()
print([type(layer) is Scale for layer in model.layers], "_kernel_arguments" in vars(model.layers[0]))
with torch.no_grad():
    told("undone")`,
  );
  expect(said.split("\n")).toEqual([
    "proven 204.0 [[1, 0], [1, 0]]",
    "plain arguments as proven 204.0 [[1, 0], [1, 0]]",
    "another plain argument 4.0 [[0, 1], [0, 1]]",
    "a tensor where the proven calls had None 4.0 [[0, 1], [0, 1]]",
    "a cache where the proven calls had None 4.0 [[0, 1], [0, 1]]",
    "another shape 4.0 [[0, 1], [0, 1]]",
    "strided 4.0 [[0, 1], [0, 1]]",
    "autocast 4.0 [[0, 1], [0, 1]]",
    "a new parameter 206.0 [[1, 0], [1, 0]]",
    "a copy has its own parameters 203.0 [[1, 0], [1, 0]]",
    "autograd 6.0 [[0, 1], [0, 1]]",
    "Scale True ['layers.0.weight', 'layers.1.weight', 'layers.2.weight']",
    "[True, True, True] False",
    "undone 6.0 [[0, 0], [0, 0]]",
  ]);
});

it("compares the tensors in a nest, and the arguments that forward takes as **more", async () => {
  const tensor = { shape: [4, 8], dtype: "float32" };
  const shapes = [["x", "pair.0", "pair.1"].map((name) => ({ name, ...tensor }))];
  const parameters: [string, null][] = [
    ["x", null],
    ["pair", null],
    ["fast", null],
  ];
  const folder = await applied({ shapes }, { parameters, values: [null, "(torch.Tensor, torch.Tensor, 1)", "True"] });
  const calls: [string, string][] = [
    ["pair=(x, x, 1), fast=True", "proven"],
    ["pair=(x, x, 1)", "original"],
    ["pair=(x, x, 1), fast=False", "original"],
    ["pair=(x, x, 1), fast=True, other=1", "original"],
    ["pair=(x, x, 1), fast=True, cache=[]", "original"],
    ["pair=(x, x, 2), fast=True", "original"],
    ["pair=[x, x, 1], fast=True", "original"],
    ["pair=(x, x, 1, 1), fast=True", "original"],
    ["pair=(x, x[:2], 1), fast=True", "original"],
    ["pair=x, fast=True", "original"],
  ];
  const told = calls.map(([given], at) => `    told("${at}", lambda: model(x, ${given})[0, 0].item())`).join("\n");
  const said = await printed(folder, `${begin}\nwith torch.no_grad():\n${told}`);
  expect(said.split("\n").map((line, at) => [calls[at]?.[0], line.includes("[1, 0]") ? "proven" : "original"])).toEqual(calls);
});

it("leaves a call to the module that passes by position what the proven calls did not pass", async () => {
  const parameters: [string, null][] = [
    ["x", null],
    ["power", null],
  ];
  const script = `${begin}\nwith torch.no_grad():\n    print([model.layers[0](x, *args, **more)[0, 0].item() for args, more in (((), {"power": 2.0}), ((2.0,), {}))])`;
  expect(await printed(await applied({}, { parameters, values: [null, "2.0"] }), script)).toBe("[102.0, 4.0]");
});

it("takes arguments by position beside *args only if they are the kernel's", async () => {
  const starred = begin.replace("*, power", "*rest, power");
  const told = async (facts: AppliedKernel["facts"], calls: string): Promise<string> =>
    printed(
      await applied({}, facts),
      `${starred}\nwith torch.no_grad():\n    print([model.layers[0](x, *args, **more)[0, 0].item() for args, more in (${calls})])`,
    );
  const facts = (...rows: [string, string][]): AppliedKernel["facts"] => ({
    parameters: [["x", null], ...rows.map(([name]): [string, null] => [name, null])],
    values: [null, ...rows.map(([, value]) => value)],
  });
  expect(await told(facts(["power", "2.0"]), '((), {"power": 2.0}), ((2.0,), {})')).toBe("[102.0, 4.0]");
  expect(await told(facts(["fast", "True"]), '((), {"fast": True}), ((True,), {})')).toBe("[102.0, 2.0]");
  expect(await told(facts(["mask", "2.0"], ["argument_0", "3"]), "((2.0, 3), {}), ((2.0, 4), {}), ((2.0,), {})")).toBe("[102.0, 4.0, 4.0]");
});

it("refuses a call by position of an argument that forward takes by name alone", async () => {
  const facts: AppliedKernel["facts"] = {
    parameters: [
      ["x", null],
      ["power", null],
    ],
    values: [null, "2.0"],
  };
  const only = begin.replace("mask=None, *, power=1.0,", "*, power=1.0, mask=None,");
  const script = `${only}\ntry:\n    with torch.no_grad():\n        model.layers[0](x, 2.0)\nexcept TypeError:\n    print("refused")`;
  expect(await printed(await applied({}, facts), script)).toBe("refused");
});

it("refuses a model that uses kernels already, until this is undone", async () => {
  const script = `${begin}
other = Net([1.0, 1.0])
other.layers[1] = model.layers[1]
for again in (model, other):
    try:
        apply(again)
    except RuntimeError as error:
        print(error, [type(layer) is Scale for layer in again.layers])
undo()
print([type(layer) is Scale for layer in model.layers])
undo = apply(model)
with torch.no_grad():
    told("again")`;
  expect((await printed(await applied(), script)).split("\n")).toEqual([
    "layers.0 uses a kernel already: undo the first apply before another one [False, False, True]",
    "layers.1 uses a kernel already: undo the first apply before another one [True, False]",
    "[True, True, True]",
    "again 204.0 [[1, 0], [1, 0]]",
  ]);
});

it("uses a kernel in the mode and with the gradients that were proven", async () => {
  const script = `${begin}
for training in (True, False):
    model.train(training)
    told(f"{training}", lambda: model(x)[0, 0].item())`;
  expect(await printed(await applied({ gradients: true, mode: "eval" }), script)).toBe("True 4.0 [[0, 1], [0, 1]]\nFalse 204.0 [[1, 0], [1, 0]]");
});

it("leaves a module alone that is another one than the proven, and all where the environment says so", async () => {
  const folder = await applied();
  const ask = (model: string, change = ""): string => `${net}
from net_kernels import apply
model, x = ${model}, torch.ones(4, 8)
${change}
with warnings.catch_warnings(record=True) as said, torch.no_grad():
    warnings.simplefilter("always")
    undo = apply(model)
    print(model(x)[0, 0].item(), list(undo.answered), *[one.message for one in said])`;
  expect(await printed(folder, ask("Net([1.0, 2.0])"))).toBe("104.0 ['layers.0'] layers.1 stays as it is: scale_kernel was proven for another module");
  expect(await printed(folder, ask("Net([1.0, 1.0])", "model.layers[0].half()"))).toMatch(/\['layers\.1'\] layers\.0 stays as it is/);
  expect(await printed(folder, ask("Net([1.0])"))).toMatch(/^102\.0 \['layers\.0'\] layers\.1 stays as it is/);
  expect(await printed(folder, ask("Net([1.0, 1.0])"), { KERNELWRIGHT_FALLBACK: "1" })).toBe("3.0 []");
  const changed = (change: string): string => ask("Net([1.0, 1.0])", change);
  expect(await printed(folder, changed("model.layers[1].place = 1"))).toBe("203.0 ['layers.0', 'layers.1']");
  expect(await printed(folder, changed("model.layers[1].place = 2"))).toMatch(/\['layers\.0'\] layers\.1 stays as it is/);
  expect(await printed(folder, changed("model.layers[1].place, model.layers[1].more = 1, 1"))).toMatch(/\['layers\.0'\] layers\.1 stays as it is/);
});
