"""A task with `backward = True`, judged by real processes on the cpu target: honest candidates, and gradients that are wrong."""

import tempfile
import unittest

import torch

from judge.oracle import second_look
from judge.oracle.task.admission import Admission
from judge.oracle.task.reference import Reference
from judge.tests.support import RIGHT_HOWEVER_BUSY, ask, evaluation, on_task, sweep

_TASK = """
import torch
from torch import nn

backward = True

class Model(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(1 + 0.2 * torch.randn(size))
        self.bias = nn.Parameter(0.2 * torch.randn(size))

    def forward(self, x, gate):
        scale = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
        return (x * scale * self.weight + self.bias) * torch.relu(gate)

def get_inputs():
    return [torch.randn(64, 96), torch.randn(64, 96)]

def get_init_inputs():
    return [96]
"""
_SHAPES = f"""{_TASK}
def get_workloads():
    short = lambda: [torch.randn(32, 96), torch.randn(32, 96)]
    return [{{"name": "tall", "weight": 3, "inputs": get_inputs}}, {{"name": "short", "weight": 1, "inputs": short}}]
"""
_FUNCTION = """
import torch
from torch import nn

seen = {}

class Gated(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, gate, weight, bias):
        scale = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
        ctx.save_for_backward(x, gate, weight, bias, scale)
        return (x * scale * weight + bias) * gate.clamp(min=0)

    @staticmethod
    def backward(ctx, up):
        x, gate, weight, bias, scale = ctx.saved_tensors
        unit = x * scale
        inner = up * gate.clamp(min=0)
        dgate = up * (unit * weight + bias) * (gate > 0)
        dweight = (inner * unit).sum(0)
        dbias = inner.sum(0)
        dunit = inner * weight
        dx = scale * (dunit - unit * (dunit * unit).mean(-1, keepdim=True))
        return dx, dgate, dweight, dbias

class ModelNew(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.bias = nn.Parameter(torch.zeros(size))

    def forward(self, x, gate):
        return Gated.apply(x, gate, self.weight, self.bias)
"""
_NATIVE = """
#include <cmath>
#include <cstdint>
extern "C" int gated_forward(const float* x, const float* gate, const float* w, const float* b, float* y, float* scale, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; r++) {
    const float *a = x + r * cols, *g = gate + r * cols;
    double sum = 0;
    for (int64_t i = 0; i < cols; i++) sum += (double)a[i] * a[i];
    scale[r] = (float)(1 / std::sqrt(sum / cols + 1e-6));
    for (int64_t i = 0; i < cols; i++) y[r * cols + i] = (a[i] * scale[r] * w[i] + b[i]) * (g[i] < 0 ? 0 : g[i]);
  }
  return 0;
}
extern "C" int gated_backward(const float* up, const float* x, const float* gate, const float* w, const float* b, const float* scale, float* dx,
                              float* dgate, float* dw, float* db, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; r++) {
    const float *a = x + r * cols, *g = gate + r * cols, *u = up + r * cols;
    double mean = 0;
    for (int64_t i = 0; i < cols; i++) mean += (double)u[i] * (g[i] < 0 ? 0 : g[i]) * w[i] * a[i] * scale[r] / cols;
    for (int64_t i = 0; i < cols; i++) {
      float unit = a[i] * scale[r], inner = u[i] * (g[i] < 0 ? 0 : g[i]);
      dgate[r * cols + i] = u[i] * (unit * w[i] + b[i]) * (g[i] > 0);
      dx[r * cols + i] = scale[r] * (inner * w[i] - unit * (float)mean);
      dw[i] += inner * unit;
      db[i] += inner;
    }
  }
  return 0;
}
"""
_NATIVE_NEW = """
import torch
from torch import nn
from kernel import lib

class Gated(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, gate, weight, bias):
        y, scale = torch.empty_like(x), x.new_empty(len(x))
        lib.gated_forward(x, gate, weight, bias, y, scale, *x.shape)
        ctx.save_for_backward(x, gate, weight, bias, scale)
        return y

    @staticmethod
    def backward(ctx, up):
        x, gate, weight, bias, scale = ctx.saved_tensors
        found = torch.empty_like(x), torch.empty_like(x), torch.zeros_like(weight), torch.zeros_like(bias)
        lib.gated_backward(up.contiguous(), x, gate, weight, bias, scale, *found, *x.shape)
        return found

""" + _FUNCTION[_FUNCTION.index("class ModelNew") :]
# Forward returns memory that backward fills.
_LATE_FORWARD = _FUNCTION.replace("return (x * scale * weight + bias) * gate.clamp(min=0)", "ctx.y = torch.zeros_like(x)\n        return ctx.y").replace(
    "unit = x * scale\n", "unit = x * scale\n        ctx.y.copy_((unit * weight + bias) * gate.clamp(min=0))\n"
)
_OPERATORS = _FUNCTION.replace("return Gated.apply(x, gate, self.weight, self.bias)", "return (nn.functional.rms_norm(x, x.shape[1:], self.weight, 1e-6) + self.bias) * torch.relu(gate)")
_SAVED = "        x, gate, weight, bias, scale = ctx.saved_tensors\n"
# A mutant keeps in forward what backward needs. It also keeps the upstream gradient, which lies behind the inputs in the judge's buffer.
_KEPT = "seen['saved'] = x, gate, weight, bias, scale\n        seen['up'] = torch.as_strided(x, x.shape, x.stride(), 2 * x.numel() + x.storage_offset()).clone()\n        "
# Name: (old text, new text, the statuses that reject it).
_MUTANTS = {
    "dropped_term": (" - unit * (dunit * unit).mean(-1, keepdim=True)", "", ["wrong"]),
    "stale_saved_tensor": (_SAVED, _SAVED + "        seen['x'], x = x.clone(), seen.get('x', x)\n", ["wrong", "unstable"]),
    "kept_in_a_global": (_SAVED, _SAVED.replace("ctx.saved_tensors", "seen['saved']"), ["unstable"]),
    "peeks_in_forward": (_SAVED, _SAVED + "        up = seen['up']\n", ["unstable"]),
    "gradient_of_the_wrong_parameter": ("dgate, dweight, dbias\n", "dgate, dbias, dbias\n", ["wrong"]),
    "swapped_parameters": ("dgate, dweight, dbias\n", "dgate, dbias, dweight\n", ["wrong"]),
    "swapped_inputs": ("return dx, dgate,", "return dgate, dx,", ["wrong"]),
    "missing_reduction": ("(inner * unit).sum(0)", "(inner * unit)[-1]", ["wrong"]),
    "mean_for_sum": ("inner.sum(0)", "inner.mean(0)", ["wrong"]),
    "scaled_by_two": ("return dx, dgate,", "return 2 * dx, dgate,", ["wrong"]),
    "zeros": ("return dx, dgate,", "return dx, torch.zeros_like(dgate),", ["wrong"]),
    "no_gradient": ("dweight, dbias\n", "dweight, None\n", ["contract_failed"]),
    "detached": ("self.weight, self.bias)\n", "self.weight, self.bias).detach()\n", ["crashed"]),
    "under_no_grad": ("        return Gated.apply", "        with torch.no_grad():\n          return Gated.apply", ["crashed"]),
    "only_for_ones": (_SAVED, _SAVED + "        up = torch.ones_like(up)\n", ["wrong"]),
    "sign_ignored": (_SAVED, _SAVED + "        up = up.abs()\n", ["wrong"]),
    "open_at_zero": ("(gate > 0)", "(gate >= 0)", ["wrong"]),
    "half_at_zero": ("(gate > 0)", "((gate > 0) + 0.5 * (gate == 0))", ["wrong"]),
    "sum_in_half": ("(inner * unit).sum(0)", "(inner * unit).bfloat16().sum(0).float()", ["precision_violation", "wrong"]),
    "writes_a_saved_input": ("unit = x * scale", "unit = x.mul_(scale)", ["contract_failed"]),
    "writes_the_upstream_gradient": ("inner = up * gate.clamp(min=0)", "inner = up.mul_(gate.clamp(min=0))", ["contract_failed", "wrong"]),
    "one_buffer_for_all_calls": ("return dx, dgate,", "return seen.setdefault('dx', torch.empty_like(dx)).copy_(dx), dgate,", ["contract_failed"]),
    "no_epsilon_in_backward": ("unit = x * scale\n", "scale = torch.rsqrt(x.pow(2).mean(-1, keepdim=True))\n        unit = x * scale\n", ["wrong", "precision_violation"]),
    "forward_wrong": ("* weight + bias) * gate.clamp(min=0)", "* weight + bias) * gate.abs()", ["wrong"]),
    "wrong_if_nobody_asks": ("return Gated.apply(x, gate, self.weight, self.bias)", "return Gated.apply(x, gate, self.weight, self.bias) if x.requires_grad else x * gate", ["wrong"]),
    "frozen_parameter": ("nn.Parameter(torch.zeros(size))", "nn.Parameter(torch.zeros(size), requires_grad=False)", ["contract_failed"]),
}


def _file(text: str) -> "list[dict]":
    return [{"name": "model_new.py", "text": text}]


def _mutant(old: str, new: str) -> "list[dict]":
    assert _FUNCTION.count(old) == 1, old
    text = _FUNCTION.replace(old, new)
    return _file(text.replace("ctx.save_for_backward", f"{_KEPT}ctx.save_for_backward") if "seen['saved']" in new or "seen['up']" in new else text)


_HONEST = {"python": _file(_FUNCTION), "operators": _file(_OPERATORS), "native": [*_file(_NATIVE_NEW), {"name": "kernel.cpp", "text": _NATIVE}]}
_BAD = {
    "text": (("backward = True", "backward = 'yes'"), "the task sets backward = 'yes'"),
    "detached": (("    def forward", "    @torch.no_grad()\n    def forward"), "no output of Model.forward has a gradient"),
    "random": (("torch.relu(gate)", "torch.dropout(torch.relu(gate), 0.5, self.training)"), "Model is random in training mode"),
    "written": (("scale = ", "x.add_(1)\n        scale = "), "a leaf Variable that requires grad is being used in an in-place operation"),
}
_INTEGERS = """
import torch
backward = True
class Model(torch.nn.Module):
    def forward(self, x):
        return x + 1
def get_inputs():
    return [torch.randint(0, 9, (64, 96))]
"""


class Gradients(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        jobs = [on_task("prepare", "prepared", _TASK), on_task("prepare", "bad_integers", _INTEGERS)]
        jobs += [evaluation(name, files, _TASK) if name in ("native", "python") else sweep(evaluation(name, files, _TASK)) for name, files in _HONEST.items()]
        jobs += [evaluation(name, _mutant(old, new), _TASK) for name, (old, new, _statuses) in _MUTANTS.items()]
        jobs += [on_task("prepare", f"bad_{name}", _TASK.replace(*edit)) for name, (edit, _reason) in _BAD.items()]
        jobs.append(evaluation("late_forward", _file(_LATE_FORWARD), _TASK))
        jobs.append(evaluation("short", _file(_FUNCTION.replace("return dx,", "return dx * (1.5 if len(x) == 32 else 1),")), _SHAPES))
        with tempfile.TemporaryDirectory() as kept:
            cls.replies = ask(jobs, seconds=900, KERNELWRIGHT_CACHE=kept)

    def test_the_facts_name_the_gradients_and_count_their_bytes(self):
        found = self.replies["prepared"]["baselines"]
        names = {kind: [row["name"] for row in found[kind]] for kind in ("inputs", "outputs", "gradients")}
        self.assertEqual(names, {"inputs": ["x", "gate"], "outputs": ["output0"], "gradients": ["x", "gate", "weight", "bias"]})
        self.assertEqual(found["floorBytes"], 4 * (6 * 64 * 96 + 4 * 96))  # x, gate, output and the upstream gradient, two gradients; parameters and theirs

    def test_the_gradients_of_every_declared_shape_are_checked(self):
        verdict = self.replies["short"]["verdict"]
        self.assertEqual((verdict["status"], verdict.get("shape")), ("wrong", "short"), verdict)
        self.assertIn("the gradient of x, shape [32, 96]", verdict["problem"])

    def test_honest_candidates_pass(self):
        for name in _HONEST:
            self.assertIn(self.replies[name]["verdict"]["status"], RIGHT_HOWEVER_BUSY, self.replies[name]["verdict"])

    def test_forward_alone_is_timed_too(self):
        verdict = self.replies["native"]["verdict"]
        if verdict["status"] == "ok":
            self.assertEqual(set(verdict["forward"]), {"candidate", "baseline", "speedup"})
            self.assertGreater(verdict["forward"]["candidate"]["medianUs"], 0)

    def test_forward_cannot_leave_its_work_to_backward(self):
        self.assertEqual(self.replies["late_forward"]["verdict"]["status"], "wrong")  # under no_grad nobody goes backward

    def test_each_wrong_gradient_is_rejected(self):
        for name, (_old, _new, statuses) in _MUTANTS.items():
            with self.subTest(name):
                self.assertIn(self.replies[name]["verdict"]["status"], statuses, self.replies[name]["verdict"])

    def test_what_is_kept_outside_the_call_shows_when_two_calls_cross(self):
        for name in ("kept_in_a_global", "peeks_in_forward"):
            self.assertIn("wrong when two forward passes come first", self.replies[name]["verdict"]["problem"])

    def test_a_verdict_names_the_wrong_gradient(self):
        self.assertIn("the gradient of weight, shape [96]", self.replies["gradient_of_the_wrong_parameter"]["verdict"]["problem"])
        self.assertIn("the gradient of x, shape [64, 96]", self.replies["dropped_term"]["verdict"]["problem"])

    def test_an_output_without_gradient_is_told_with_the_remedy(self):
        self.assertIn("torch.autograd.Function", self.replies["detached"]["verdict"]["problem"])

    def test_a_task_without_gradients_to_check_is_told_why(self):
        for name, (_edit, reason) in _BAD.items():
            self.assertIn(reason, self.replies[f"bad_{name}"].get("reason", self.replies[f"bad_{name}"]))
        self.assertIn("no input is a float tensor and Model has no parameter", self.replies["bad_integers"]["reason"])


_CANCELLING = """
import torch
backward = True
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.norm = torch.nn.Linear(96, 32), torch.nn.BatchNorm1d(32)
    def forward(self, x):
        return self.norm(self.linear(x))
def get_inputs():
    return [torch.randn(64, 96)]
"""


class Cancelling(unittest.TestCase):
    """The gradient of a bias before a batch norm is zero but for roundings."""

    @classmethod
    def setUpClass(cls):
        cls.reference = Reference("cancelling", _CANCELLING, "cpu", "fp32")
        cls.admission = Admission(cls.reference, "fp32")
        for name in ("shipped", "normal", "small"):
            cls.admission.examine(name)

    def test_it_leaves_no_distribution_out(self):
        self.assertEqual([row["usable"] for row in self.admission.rows], [True] * 3)

    def judged(self, change) -> str:
        [draw, _other] = self.admission.draws["normal"]
        inputs = self.reference.draw(draw.seed, draw.distribution)
        outputs, exact = self.reference.eager(inputs), self.reference.exact(inputs)
        at = self.reference.output_names.index("the gradient of linear.bias")
        outputs[at] = change(outputs[at])
        return second_look.judge(self.reference, inputs, outputs, exact, draw.budgets).problem

    def test_other_roundings_of_it_are_right_and_values_are_wrong(self):
        self.assertEqual(self.judged(lambda bias: bias.flip(0) * 4), "")
        self.assertEqual(self.judged(torch.zeros_like), "")
        self.assertIn("the gradient of linear.bias", self.judged(lambda bias: bias + 1e-3))


if __name__ == "__main__":
    unittest.main()
