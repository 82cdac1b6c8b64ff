"""`python3 -m evals.judge.half_types`: the error of honest bf16 and fp16 kernels on the CPU target, as a share of the judge's budget.

Each task has three kernels: C++ and Python that compute in fp32 and round once, and Python that rounds after every operator. The share is the
largest over all calls that the judge compares with fp64, hidden ones included. Each judgement takes some 10 s of two cores.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from .honest import Honest
from .wire import JudgeChild, said

_NATIVE = (Path(__file__).with_name("kernels") / "half.cpp").read_text()
_FORMS = ("C++, one rounding", "Python, one rounding", "Python, a rounding per operator")
_HEAD = "import torch\nfrom torch import nn\n\n\nclass {name}(nn.Module):\n"
_ROWS = "[torch.randn(256, 512)]"
_NORM = "    def __init__(self):\n        super().__init__()\n        self.norm = nn.LayerNorm(512)\n\n"
_BIAS = "    def __init__(self):\n        super().__init__()\n        self.bias = nn.Parameter(torch.randn(512))\n\n"
# Name: inputs, constructor, arguments, the reference's answer, then the kernels' in the order of _FORMS. TYPE is bf16 or fp16.
_TASKS = {
    "softmax": (
        _ROWS, "", "x", "torch.softmax(x, dim=1)",
        "self.native(lib.softmax_TYPE, x, (x,), 256, 512)",
        "(lambda e: e / e.sum(1, keepdim=True))((x.float() - x.float().amax(1, keepdim=True)).exp()).to(x.dtype)",
        "(lambda e: e / e.sum(1, keepdim=True))((x - x.amax(1, keepdim=True)).exp())",
    ),
    "layer_norm": (
        _ROWS, _NORM, "x", "self.norm(x)",
        "self.native(lib.layer_norm_TYPE, x, (x, self.norm.weight, self.norm.bias), 256, 512, self.norm.eps)",
        "nn.functional.layer_norm(x.float(), (512,), self.norm.weight.float(), self.norm.bias.float(), self.norm.eps).to(x.dtype)",
        "(x - x.float().mean(1, keepdim=True)).to(x.dtype) * (x.float().var(1, correction=0, keepdim=True) + self.norm.eps).rsqrt().to(x.dtype) * self.norm.weight + self.norm.bias",
    ),
    "matmul": (
        "[torch.randn(128, 512), torch.randn(512, 128)]", "", "a, b", "a @ b",
        "self.native(lib.matmul_TYPE, a[:, :128], (a, b), 128, 512, 128)",
        "(a.float() @ b.float()).to(a.dtype)",
        "a[:, :256] @ b[:256] + a[:, 256:] @ b[256:]",
    ),
    "bias_gelu": (
        _ROWS, _BIAS, "x", "nn.functional.gelu(x + self.bias)",
        "self.native(lib.bias_gelu_TYPE, x, (x, self.bias), 256, 512)",
        "nn.functional.gelu(x.float() + self.bias.float()).to(x.dtype)",
        "(x + self.bias) * torch.special.ndtr((x + self.bias).float()).to(x.dtype)",
    ),
}  # fmt: skip
_CALLS_NATIVE = "    def native(self, kernel, like, tensors, *sizes):\n        out = torch.empty(like.shape, dtype=like.dtype)\n        kernel(*tensors, out, *sizes)\n        return out\n\n"


def kernels() -> "list[Honest]":
    """The kernels, those of one task and precision together."""
    found = []
    for precision in ("bf16", "fp16"):
        for task, (inputs, constructor, arguments, right, *answers) in _TASKS.items():
            source = f"{_module('Model', constructor, arguments, right)}\n\ndef get_inputs():\n    return {inputs}\n\n\ndef get_init_inputs():\n    return []\n"
            for form, answer in zip(_FORMS, answers):
                is_native = "self.native" in answer
                model = _module("ModelNew", constructor + _CALLS_NATIVE * is_native, arguments, answer.replace("TYPE", precision))
                files = {"model_new.py": "from kernel import lib\n" * is_native + model, **({"kernel.cpp": _NATIVE} if is_native else {})}
                found.append(Honest(f"{task}: {form}", f"{task}_{precision}", source, precision, "cpp", files))
    return found


def _module(name: str, constructor: str, arguments: str, answer: str) -> str:
    return f"{_HEAD.format(name=name)}{constructor}    def forward(self, {arguments}):\n        return {answer}\n"


def main() -> int:
    """Judges the kernels and prints the table. Returns 1 if one is refused."""
    parser = argparse.ArgumentParser(prog="evals.judge.half_types", description=__doc__)
    parser.add_argument("--json", type=Path, default=Path("runs/judge/half_types.json"), metavar="FILE", help="keep the rows there, and skip those that are there")
    asked = parser.parse_args()
    rows = json.loads(asked.json.read_text()) if asked.json.exists() else {}
    asked.json.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as cache, JudgeChild(Path(cache)) as judge:
        for at, kernel in enumerate(kernels()):
            key = f"{kernel.precision} {kernel.name}"
            if key not in rows:
                reply, _seconds = judge.ask({**kernel.job(f"half-{at}", "cpu"), "tier": "sweep"})
                verdict = reply.get("verdict", {})
                rows[key] = {"status": said(reply), "share": verdict.get("errorShare"), "problem": verdict.get("problem", "")}
                asked.json.write_text(json.dumps(rows, indent=1) + "\n")
                print(f"{key}: {rows[key]}", file=sys.stderr, flush=True)
    print("\n".join(_table(rows)))
    return 0 if all(row["status"] == "ok" for row in rows.values()) else 1


def _table(rows: dict) -> "list[str]":
    found = ["| task | " + " | ".join(f"{precision}: {form}" for precision in ("bf16", "fp16") for form in _FORMS) + " |", "| --- " * (1 + 2 * len(_FORMS)) + "|"]
    for task in _TASKS:
        cells = [rows[f"{precision} {task}: {form}"] for precision in ("bf16", "fp16") for form in _FORMS]
        found.append(f"| {task} | " + " | ".join(f"{100 * row['share']:.0f} %" if row["status"] == "ok" else row["status"] for row in cells) + " |")
    return found


if __name__ == "__main__":
    sys.exit(main())
