"""Candidates for the comparison of verdicts: right, slow, wrong and cheating ones. Each has its expected verdicts.

If the two evaluators should differ, `why` gives the reason. It was written before the measurement.
"""

import textwrap
from dataclasses import dataclass

from .bundles import HONEST, Bundle


@dataclass(frozen=True)
class Case:
    """A candidate, the judge's expected statuses, and whether KernelBench's evaluator should accept it."""

    kind: str
    bundle: Bundle
    ours: "tuple[str, ...]"
    theirs: bool
    why: str = ""


def _python(name: str, level: int, number: int, forward: str, before: str = "", make: str = "", arguments: str = "a, b") -> Bundle:
    """A candidate without native code: `forward` is a body, `before` goes above the class, `make` into its constructor."""
    body, extra = textwrap.indent(textwrap.dedent(forward).strip(), " " * 8), textwrap.indent(textwrap.dedent(make).strip(), " " * 8)
    constructor = f"    def __init__(self, *arguments):\n        super().__init__()\n{extra}\n\n" if make else ""
    text = f"import torch\nimport torch.nn as nn\n{textwrap.dedent(before)}\n\nclass ModelNew(nn.Module):\n{constructor}    def forward(self, {arguments}):\n{body}\n"
    return Bundle(name, level, number, "cuda", {"model_new.py": text})


def _matmul(name: str, forward: str, before: str = "", make: str = "") -> Bundle:
    return _python(name, 1, 1, forward, before, make)


_NORM, _DEPTHWISE, _MATMUL, _SUM = (HONEST[name] for name in ("level1_40", "level1_82", "level1_1", "level2_18"))
_CU, _PY = "kernel.cu", "model_new.py"

_SHORT = "Where a call is short, the judge's wall clock holds launches that KernelBench's device events leave out, so its speedup is the lower one."
RIGHT = [
    *(Case("right", HONEST[name], ("ok",), True, _SHORT) for name in ("level1_1", "level1_40", "level1_82", "level2_1", "level2_18", "level2_33")),
    Case("right", _matmul("the reference again", "return torch.matmul(a, b)"), ("ok",), True),
]

_SECOND = "  normalize_kernel<<<dim3((width + THREADS - 1) / THREADS, rows), THREADS, 0, stream>>>(x, weight, bias, partial, y, width, eps);\n"
SLOW = [
    Case("slow", _NORM.edited("layer norm, normalized twice", ((_CU, _SECOND, _SECOND + _SECOND),)), ("ok",), True),
    Case("slow", _matmul("matmul in double precision", "return (a.double() @ b.double()).float()"), ("ok",), True),
]

_IDENTITY = "The shipped task has scale 1 and bias 0, so dropping one changes nothing that KernelBench looks at; the judge gives the reference other parameters."
_CONV_NORM = "self.conv = nn.Conv3d(*arguments[:3])\nself.group_norm = nn.GroupNorm(arguments[3], arguments[1])"
_IMPRECISE = ("wrong", "precision_violation")  # small errors look like rounding
WRONG = [
    Case(
        "wrong", _NORM.edited("layer norm without eps", ((_CU, "average * average + eps", "average * average"),)), _IMPRECISE, True,
        "eps moves every element by 6e-5 of itself: below KernelBench's 1e-4, far above the error that fp32 makes.",
    ),
    Case("wrong", _NORM.edited("layer norm without bias", ((_CU, "* weight[at] + bias[at]", "* weight[at]"),)), ("wrong",), True, _IDENTITY),
    Case("wrong", _NORM.edited("layer norm without weight", ((_CU, "* weight[at] + bias[at]", "+ bias[at]"),)), ("wrong",), True, _IDENTITY),
    Case("wrong", _MATMUL.edited("matmul without the last of k", ((_CU, "at < k; at += DEPTH", "at < k - DEPTH; at += DEPTH"),)), _IMPRECISE, False),
    Case(
        "wrong",
        _python("an instance norm left out", 2, 28, "return y * y", "", "self.bmm = nn.Linear(arguments[0], arguments[1])", "x, y"),
        ("wrong",), False,
    ),
    Case("wrong", _DEPTHWISE.edited("depthwise with a mirrored window", ((_CU, "w[i * 3 + j]", "w[i * 3 + 2 - j]"),)), ("wrong",), False),
    Case("wrong", _SUM.edited("linear sum without bias", ((_CU, "sum += bias[at]", "sum += 0 * bias[at]"),)), ("wrong",), False),
    Case("wrong", _NORM.edited("does not compile", ((_CU, "    sum += v;\n", "    sun += v;\n"),)), ("build_failed",), False),
    Case("wrong", _MATMUL.edited("writes out of bounds", ((_CU, "  c += batch * m * n + row * n + col;", "  c += (1ll << 44) + col;"),)), ("crashed",), False),
    Case("wrong", _matmul("one column short", "return (a @ b)[:, :-1].contiguous()"), ("contract_failed",), False),
    Case("wrong", _matmul("double output", "return a.double() @ b.double()"), ("contract_failed",), False),
    Case(
        "wrong", _matmul("transposed strides", "return (b.t() @ a.t()).t()"), ("contract_failed",), True,
        "KernelBench compares values only; the judge asks for the layout that the reference's users get.",
    ),
    Case(
        "wrong",
        _matmul("TF32 for fp32", "torch.backends.cuda.matmul.allow_tf32 = True\nout = a @ b\ntorch.backends.cuda.matmul.allow_tf32 = False\nreturn out"),
        _IMPRECISE, True,
        "Errors of TF32 average out below 1e-4 over a sum of 4096 positive products; the judge's budget is eager fp32's own error.",
    ),
    Case("wrong", _matmul("fp16 for fp32", "return (a.half() @ b.half()).float()"), _IMPRECISE, False),
    Case(
        "wrong", _matmul("right for positive inputs only", "return a.abs() @ b.abs()"), ("wrong",), True,
        "KernelBench draws from [0, 1) alone; the judge also draws inputs of both signs.",
    ),
    Case(
        "wrong",
        _python("zeros for a mean of a group norm", 2, 23, "return torch.zeros(x.shape[0], device=x.device)", make=_CONV_NORM, arguments="x"),
        ("wrong", "rejected"), True,
        "With scale 1 and bias 0 the expected output is zero whatever the input. The judge gives the reference other parameters.",
    ),
    Case("wrong", _matmul("leaves the process", "import os\nos._exit(0)"), ("crashed",), False),
]

_OWN_CLOCK = "The clock that decides is in another process and waits for the whole device; it sees the work that was done."
_PATCHES = "It changes an object of the evaluator's process. The judge's comparison and reference are not in the candidate's."
CHEATING = [
    Case(
        "cheating",
        _matmul("side stream", "with torch.cuda.stream(self.side):\n    return a @ b", make="self.side = torch.cuda.Stream()"),
        ("timing_disagrees", *_IMPRECISE), True,
        "KernelBench's events lie on the main stream alone. Work that is not ordered with it reads inputs too early, or is not done when the outputs are read.",
    ),
    Case(
        "cheating",
        _matmul(
            "patched clock", "return a @ b",
            """
            _true, _asked = torch.cuda.Event.elapsed_time, []
            def _shorter(self, other):
                _asked.append(1)
                return _true(self, other) * (1e-3 if len(_asked) <= 101 else 1)
            torch.cuda.Event.elapsed_time = _shorter
            """,
        ),
        ("ok",), True, f"KernelBench's clock can be replaced by the candidate. {_OWN_CLOCK}",
    ),
    Case("cheating", _matmul("patched comparison", "return torch.zeros_like(a)", "torch.allclose = lambda *arguments, **options: True"), ("wrong",), True, _PATCHES),
    Case(
        "cheating",
        _matmul(
            "result kept by content",
            """
            key = (a[0, 0].item(), b[-1, -1].item())
            if key != self.key:
                self.key, self.kept = key, a @ b
            return self.kept
            """,
            make="self.key = None",
        ),
        ("ok", "timing_disagrees"), True,
        "All of KernelBench's timed calls have the same inputs. Each of the judge's has fresh ones, so nothing is saved; one that is still being written is taken for another.",
    ),
    Case(
        "cheating",
        _matmul("stops working after five calls", "self.calls += 1\nif self.calls <= 5:\n    self.kept = a @ b\nreturn self.kept", make="self.calls = 0"),
        ("wrong", "unstable"), True,
        "KernelBench never looks at the outputs of timed calls; the judge checks every one.",
    ),
    Case("cheating", _matmul("overwrites its input", "a.copy_(a @ b)\nreturn a"), ("contract_failed",), True, "KernelBench does not look at the inputs after the call."),
    Case(
        "cheating",
        _matmul(
            "rewrites the reference", "return torch.zeros_like(a)", "import gc",
            """
            for found in gc.get_objects():
                if type(found).__name__ == "Model":
                    type(found).forward = lambda self, a, b: torch.zeros_like(a)
            """,
        ),
        ("wrong",), True, _PATCHES,
    ),
    Case(
        "cheating",
        _matmul(
            "slows the reference down", "return a @ b", "import gc",
            """
            for found in gc.get_objects():
                if type(found).__name__ == "Model":
                    type(found).forward = lambda self, a, b: [a @ b for _ in range(9)][-1]
            """,
        ),
        ("ok",), True, _PATCHES,
    ),
]

CASES = [*RIGHT, *SLOW, *WRONG, *CHEATING]
