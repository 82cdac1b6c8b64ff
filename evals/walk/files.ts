/** The files that the walk's bad inputs need: tasks and kernels that are wrong in one way each. */

const affine = `import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return (x * 2.0 + 1.0) * 0.5 - 3.0


def get_inputs():
    return [torch.rand(256, 1024)]


def get_init_inputs():
    return []
`;
const inputs = (body: string): string => affine.replace("return [torch.rand(256, 1024)]", body);

/** Tasks by file name. */
export const tasks: Readonly<Record<string, string>> = {
  "good.py": affine,
  "empty.py": "",
  "binary.py": "\0\u0001class Model",
  "syntax.py": affine.replace("forward(self, x):", "forward(self, x:"),
  "no_model.py": affine.replace("class Model", "class Other"),
  "no_init.py": affine.replace("get_init_inputs", "get_other_inputs"),
  "raises.py": `raise RuntimeError("boom on import")\n${affine}`,
  "imports.py": `import mypkg\n${affine}`,
  "forward_raises.py": affine.replace("return (x", 'raise ValueError("not today")\n        return (x'),
  "no_inputs.py": inputs("return []"),
  "none.py": inputs("return None"),
  "zeros.py": inputs("return [torch.zeros(256, 1024)]").replace("(x * 2.0 + 1.0) * 0.5 - 3.0", "x * 2.0"),
  "shapes.py": inputs("return [torch.rand(256, int(torch.randint(1, 9, (1,))) * 128)]"),
  "mit Leerzeichen äöü": affine,
  "-dash.py": affine,
  "bom.py": `\uFEFF${affine.replaceAll("\n", "\r\n")}`,
  "large.py": inputs("return [torch.rand(1 << 14, 1 << 14)]"),
  "constant.py": affine.replace("(x * 2.0 + 1.0) * 0.5 - 3.0", "torch.ones_like(x)"),
};

const model = (body: string, head = ""): string => `import torch
import torch.nn as nn
${head}

class ModelNew(nn.Module):
    def forward(self, x):
        ${body}
`;
const right = "return x - 2.5";

/** Candidates by file name. */
export const candidates: Readonly<Record<string, string>> = {
  "right.py": model(right),
  "prints.py": model(`[print("y" * (1 << 20)) for _ in range(64)]\n        ${right}`),
  "loops.py": model("while True: pass"),
  "forks.py": model(`for _ in range(50):\n            if os.fork() == 0: os.setsid(); time.sleep(600)\n        ${right}`, "import os, time"),
  "bomb.py": model("while True: os.fork()", "import os"),
  "segfault.py": model("ctypes.string_at(0)", "import ctypes"),
  "exits.py": model("os._exit(0)", "import os"),
  "import_raises.py": model(right, 'raise RuntimeError("boom on import")'),
  "huge.py": model(`torch.ones(10 << 30)\n        ${right}`),
  "signature.py": model(right).replace("(self, x)", "(self)"),
  "dtype.py": model("return (x - 2.5).double()"),
  "nan.py": model("return torch.nan_to_num(x) - 2.5"),
  "no_class.py": "x = 1\n",
  "no_kernel.py": model("lib.run(x)", "from kernel import lib"),
};

/** A bundle whose C++ has one fault each. */
export const bundles: Readonly<Record<string, string>> = {
  loop: 'extern "C" int run(const float* x, float* out, long n) { for (volatile int i = 0;; i = i + 1) {} }',
  symbol: 'extern "C" int walk(const float* x, float* out, long n) { return 0; }',
  compile: 'extern "C" int run(const float* x, float* out, long n) { return nonsense; }',
};
export const bundleModel = `import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def forward(self, x):
        out = torch.empty_like(x)
        lib.run(x, out, x.numel())
        return out
`;

/** Configuration files by name. */
export const configs: Readonly<Record<string, string>> = {
  "type.json": '{ "attempts": "many" }',
  "key.json": '{ "atempts": 3 }',
  "text.json": "attempts = 3",
  "secret.json": '{ "apiKey": "sk-1" }',
};
