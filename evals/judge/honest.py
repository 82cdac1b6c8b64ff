"""Honest kernels from 10 us to 20 ms on an H200: the judge's clock is held against the device's events on them.

Most are controls of `judge.suite` at several sizes. The others belong to `turns`, a chain of short operators: eager launches many kernels,
and candidates launch as many, fewer, one, or a CUDA graph.
"""

from dataclasses import dataclass
from pathlib import Path

from judge.protocol.jobs import PROTOCOL
from judge.suite import fixtures

_KERNELS = Path(__file__).with_name("kernels")
_SIZE = "2048, 2048"


@dataclass(frozen=True)
class Honest:
    """A kernel: its name, its task (name and source) at one precision, and its files."""

    name: str
    task: str
    source: str
    precision: str
    language: str
    files: "dict[str, str]"

    def job(self, job_id: str, target: str) -> dict:
        """The judge's job for it, at the search tier without counters."""
        job = {"protocol": PROTOCOL, "id": job_id, "kind": "evaluate", "task": {"name": self.task, "source": self.source}, "target": target}
        job |= {"precision": self.precision, "library": "library-allowed", "baselines": [], "tier": "search"}
        language = "cpp" if target == "cpu" else self.language
        return {**job, "candidate": {"language": language, "files": [{"name": name, "text": text} for name, text in self.files.items()]}}

    def runs_on(self, target: str) -> bool:
        """Whether it runs on the target. Plain torch runs on a CPU as well."""
        return target == "cuda" or not ("kernel.cu" in self.files or self.language == "triton" or "torch.cuda" in self.files["model_new.py"])


def kernels(target: str) -> "list[list[Honest]]":
    """The kernels for a target by task, in the order in which they should be measured: those of the first tasks cover all kinds and sizes."""
    groups = [[each for each in group if each.runs_on(target)] for group in (*_turns(), *_resized(), *_products())]
    return [group for group in sorted(filter(None, groups), key=lambda group: _ORDER.index(group[0].task))]


_ORDER = (
    "turns_10_tiny", "softmax_16MB", "matmul_512", "gated_1GB", "layer_norm_512MB", "turns_10_large", "matmul_tf32_4096", "conv_large", "row_sum_64MB", "gated_32MB",
    "matmul_bf16_8192", "turns_2", "softmax_256MB", "conv_small", "matmul_8192", "cumsum_16MB", "layer_norm_16MB", "softmax_2MB", "linear_gelu_512", "matmul_4096",
)  # fmt: skip

# Task file of the suite, the task's name here, (old, new) text of its size, and the suite's controls.
_SIZED = (
    ("softmax", "softmax_2MB", (_SIZE, "256, 2048"), ("softmax_block", "softmax_online", "softmax_triton")),
    ("softmax", "softmax_16MB", None, ("softmax_vector", "softmax_chunks", "softmax_triton")),
    ("softmax", "softmax_256MB", (_SIZE, "32768, 2048"), ("softmax_vector", "softmax_online")),
    ("layer_norm", "layer_norm_16MB", None, ("layer_norm_welford", "layer_norm_triton")),
    ("layer_norm", "layer_norm_512MB", ("4096, 1024", "131072, 1024"), ("layer_norm_two_pass", "layer_norm_triton")),
    ("gated", "gated_32MB", None, ("gated_persistent", "gated_graph", "gated_streams", "gated_scratch")),
    ("gated", "gated_1GB", (_SIZE, "16384, 8192"), ("gated_vector", "gated_triton", "gated_in_place")),
    ("row_sum", "row_sum_64MB", None, ("row_sum_blocks", "row_sum_atomic", "row_sum_kahan")),
    ("cumsum", "cumsum_16MB", None, ("cumsum_scan", "cumsum_double")),
    ("matmul", "matmul_512", None, ("matmul_shared", "matmul_bf16x3", "matmul_library")),
    ("conv_bias_relu", "conv_small", None, ("conv_direct", "conv_library")),
    ("conv_bias_relu", "conv_large", ("8, 16, 64, 64", "32, 16, 256, 256"), ("conv_direct", "conv_library")),
    ("linear_gelu", "linear_gelu_512", None, ("linear_gelu_addmm", "linear_gelu_triton")),
)


def _resized() -> "list[list[Honest]]":
    """The suite's controls on its own tasks, and on the same ones with other inputs."""
    controls = {fixture.name: fixture for fixture in fixtures.load("controls", "cuda")}
    groups = []
    for task, name, size, wanted in _SIZED:
        source = (fixtures.HERE / "tasks" / f"{task}.py").read_text()
        source = source.replace(*size) if size else source
        groups.append([Honest(f"{each}@{name}", name, source, "fp32", controls[each].language, controls[each].files) for each in wanted])
    return groups


def _products() -> "list[list[Honest]]":
    """Large matrix products at three precisions. Zero-mean inputs: in bf16, products of positive ones hardly differ from a constant."""
    library = (fixtures.HERE / "controls" / "matmul_library.py").read_text()
    tiled = (_KERNELS / "matmul_triton.py").read_text()
    groups = []
    for precision, size, texts in (("fp32", 4096, [library]), ("fp32", 8192, [library]), ("tf32", 4096, [library]), ("bf16", 8192, [library, tiled])):
        name = f"matmul_{size}" if precision == "fp32" else f"matmul_{precision}_{size}"
        source = (fixtures.HERE / "tasks" / "matmul_large.py").read_text().replace("4096", str(size)).replace("torch.rand(", "torch.randn(")
        kinds = (("library", "cuda"), ("triton", "triton"))
        groups.append([Honest(f"{kind}@{name}", name, source, precision, language, {"model_new.py": text}) for text, (kind, language) in zip(texts, kinds)])
    return groups


_TURNS_TASK = '''"""{turns} small turns of each point (x, y) of a plane, bent by tanh: four operators each."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, y):
        for _ in range({turns}):
            x = torch.add(x, torch.tanh(y), alpha=0.1)
            y = torch.sub(y, torch.tanh(x), alpha=0.1)
        return x


def get_inputs():
    return [torch.randn({rows}, {cols}), torch.randn({rows}, {cols})]


def get_init_inputs():
    return []
'''
# Name, turns, rows, columns and candidates.
_TURNS = (
    ("turns_10_tiny", 10, 64, 256, ("in_place", "launches", "graph", "fused")),
    ("turns_10_large", 10, 4096, 4096, ("in_place", "launches", "fused")),
    ("turns_2", 2, 1024, 1024, ("launches", "fused")),
)
_TURNS_FORWARD = {
    "in_place": "x, y = x.clone(), y.clone()\nfor _ in range({turns}):\n    x.add_(torch.tanh(y), alpha=0.1)\n    y.sub_(torch.tanh(x), alpha=0.1)\nreturn x",
    "launches": "ends = [(torch.empty_like(x), torch.empty_like(y)) for _ in range(2)]\n"
    "for at in range({turns}):\n    a, b = ends[at % 2]\n    lib.half_turn(x, y, a, x.numel(), 0.1)\n    lib.half_turn(y, a, b, x.numel(), -0.1)\n    x, y = a, b\nreturn x",
    "fused": "out = torch.empty_like(x)\nlib.turns(x, y, out, x.numel(), {turns})\nreturn out",
}


def _turns() -> "list[list[Honest]]":
    native = (_KERNELS / "turns.cu").read_text()
    groups = []
    for name, turns, rows, cols, wanted in _TURNS:
        source = _TURNS_TASK.format(turns=turns, rows=rows, cols=cols)
        groups.append([Honest(f"{kind}@{name}", name, source, "fp32", "cuda", _turns_files(kind, turns, native)) for kind in wanted])
    return groups


def _turns_files(kind: str, turns: int, native: str) -> "dict[str, str]":
    if kind == "graph":
        return {"model_new.py": (_KERNELS / "turns_graph.py").read_text().replace("TURNS = 10", f"TURNS = {turns}")}
    needs_native = kind != "in_place"
    body = "\n".join(f"        {line}" for line in _TURNS_FORWARD[kind].format(turns=turns).splitlines())
    loads = "\nfrom kernel import lib\n" if needs_native else ""
    model = f"import torch\nfrom torch import nn\n{loads}\n\nclass ModelNew(nn.Module):\n    def forward(self, x, y):\n{body}\n"
    return {"model_new.py": model, **({"kernel.cu": native} if needs_native else {})}
