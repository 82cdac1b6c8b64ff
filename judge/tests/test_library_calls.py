"""The library calls of a task: each entry of the catalogue is found for what a person would write, and nothing for a near miss."""

import itertools
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import torch
from torch.utils._pytree import tree_leaves

from judge.oracle.checks import Draws
from judge.oracle.library import agreement
from judge.oracle.library.agreement import library_calls
from judge.oracle.library.catalogue import CATALOGUE, Entry
from judge.oracle.library.form import form_of, loaded, program
from judge.oracle.service import Oracle
from judge.oracle.task import parameters
from judge.oracle.task.distributions import HIDDEN, SHIPPED
from judge.protocol.messages import LibraryCall

_HEAD = "import math, torch, torch.nn as nn, torch.nn.functional as F\n"
_X = "torch.randn(16, 48)"
_IMAGE = "torch.randn(4, 6, 5, 7)"
_QKV = ", ".join(["torch.randn(2, 3, 24, 16)"] * 3)
_FUTURE = "torch.ones(24, 24, dtype=torch.bool).triu(1)"
_LABELLED = "torch.randn(32, 10), torch.randint(0, 10, (32,))"
_AFFINE = "self.gain, self.shift = nn.Parameter(torch.ones(48)), nn.Parameter(torch.zeros(48))"
_CHANNELS = "self.gain, self.shift = nn.Parameter(torch.ones(1, 6, 1, 1)), nn.Parameter(torch.zeros(1, 6, 1, 1))"
_RUNNING = "self.gain, self.shift = nn.Parameter(torch.ones(6)), nn.Parameter(torch.zeros(6)); self.register_buffer('mean', torch.zeros(6)); self.register_buffer('var', torch.ones(6))"
_DENSE = "self.weight, self.bias = nn.Parameter(torch.randn(48, 20) / 7), nn.Parameter(torch.zeros(20))"
_GELU = "0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))"


def task(inputs: str, body: str, init: str = "pass", arguments: str = "x", more: str = "") -> str:
    """A task whose forward(self, arguments) has the lines of `body`."""
    lines = "".join(f"        {line}\n" for line in body.strip().splitlines())
    return f"""{_HEAD}class Model(nn.Module):
    def __init__(self):
        super().__init__()
        {init}
    def forward(self, {arguments}):
{lines}
def get_inputs():
    return [{inputs}]
def get_init_inputs():
    return []
{more}
"""


def attention(scores: str, mask: str = "", weights: str = "scores.softmax(-1)", inputs: str = _QKV, arguments: str = "q, k, v", result: str = "weights @ v") -> str:
    return task(inputs, f"scores = {scores}\n{mask}\nweights = {weights}\nreturn {result}", arguments=arguments)


_SCORES = "q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])"

# What a person would write, and the call that does the same.
DECOMPOSED = {
    "softmax": ("F.softmax", task(_X, "e = torch.exp(x - x.max(dim=1, keepdim=True).values)\nreturn e / e.sum(dim=1, keepdim=True)")),
    "softmax over rows": ("F.softmax", task(_X, "e = torch.exp(x - x.amax(0))\nreturn e / e.sum(0)")),
    "log softmax": ("F.log_softmax", task(_X, "y = x - x.amax(-1, keepdim=True)\nreturn y - y.exp().sum(-1, keepdim=True).log()")),
    "logsumexp": ("torch.logsumexp", task(_X, "m = x.amax(1)\nreturn m + (x - m[:, None]).exp().sum(1).log()")),
    "gelu by tanh": ("F.gelu", task(_X, f"return {_GELU}")),
    "gelu by erf": ("F.gelu", task(_X, "return x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))")),
    "silu": ("F.silu", task(_X, "return x * torch.sigmoid(x)")),
    "cumsum": ("torch.cumsum", task(_X, "return torch.stack([x[:, : at + 1].sum(1) for at in range(48)], 1)")),
    "normalize": ("F.normalize", task(_X, "return x / x.pow(2).sum(1, keepdim=True).sqrt()")),
    "layer norm": ("F.layer_norm", task(_X, "m = x.mean(-1, keepdim=True)\nv = ((x - m) ** 2).mean(-1, keepdim=True)\nreturn (x - m) / torch.sqrt(v + 1e-5)")),
    "affine layer norm": (
        "F.layer_norm",
        task(_X, "v = x.var(-1, unbiased=False, keepdim=True)\nreturn (x - x.mean(-1, keepdim=True)) * torch.rsqrt(v + 1e-6) * self.gain + self.shift", _AFFINE),
    ),
    "rms norm by a quotient": ("F.rms_norm", task(_X, "s = 1 / torch.sqrt((x**2).mean(-1, keepdim=True) + 1e-6)\nreturn x * s * self.gain", "self.gain = nn.Parameter(torch.ones(48))")),
    "group norm": (
        "F.group_norm",
        task(
            _IMAGE,
            "g = x.view(4, 3, -1)\ng = (g - g.mean(2, keepdim=True)) / torch.sqrt(g.var(2, unbiased=False, keepdim=True) + 1e-5)\nreturn g.view_as(x) * self.gain + self.shift",
            _CHANNELS,
        ),
    ),
    "batch norm": (
        "F.batch_norm",
        task(
            _IMAGE,
            "scale = self.gain / torch.sqrt(self.var + 1e-3)\nreturn (x - self.mean.view(1, -1, 1, 1)) * scale.view(1, -1, 1, 1) + self.shift.view(1, -1, 1, 1)",
            _RUNNING,
        ),
    ),
    "cross entropy": ("F.cross_entropy", task(_LABELLED, "return -F.log_softmax(x, 1).gather(1, t[:, None]).mean()", arguments="x, t")),
    "cross entropy by logsumexp": ("F.cross_entropy", task(_LABELLED, "return torch.logsumexp(x, 1) - x.gather(1, t[:, None])[:, 0]", arguments="x, t")),
    "squared error": ("F.mse_loss", task(f"{_X}, {_X}", "return ((x - y) ** 2).mean()", arguments="x, y")),
    "smooth L1": ("F.smooth_l1_loss", task(f"{_X}, {_X}", "d = (x - y).abs()\nreturn torch.where(d < 0.5, d * d / (2 * 0.5), d - 0.5 * 0.5).mean()", arguments="x, y")),
    "smooth L1 of a threshold of one": ("F.smooth_l1_loss", task(f"{_X}, {_X}", "d = (x - y).abs()\nreturn torch.where(d < 1, d * d / 2, d - 0.5).sum()", arguments="x, y")),
    "Huber": ("F.huber_loss", task(f"{_X}, {_X}", "d = (x - y).abs()\nreturn torch.where(d < 2, d * d / 2, 2 * (d - 0.5 * 2.0)).mean()", arguments="x, y")),
    "matmul by sums": ("torch.matmul", task("torch.randn(9, 16), torch.randn(16, 7)", "return (x[:, :, None] * y[None]).sum(1)", arguments="x, y")),
    "linear": ("F.linear", task(_X, "return x @ self.weight + self.bias", _DENSE)),
    "linear with relu": ("torch._addmm_activation, ReLU", task("torch.randn(3, 5, 48)", "return torch.relu(x @ self.weight + self.bias)", _DENSE)),
    "linear with gelu": ("torch._addmm_activation, GELU", task(_X, "return F.gelu(self.body.inner(x))", "self.body = nn.ModuleDict({'inner': nn.Linear(48, 20)})")),
    "attention": ("F.scaled_dot_product_attention", attention(_SCORES)),
    "causal attention": ("F.scaled_dot_product_attention", attention(_SCORES, f"scores = scores.masked_fill({_FUTURE}, float('-inf'))")),
    "attention without a scale": ("F.scaled_dot_product_attention", attention("q @ k.mT")),
    "attention of three dimensions": ("F.scaled_dot_product_attention", attention(_SCORES, inputs=", ".join(["torch.randn(2, 24, 16)"] * 3))),
    "attention with heads behind tokens": (
        "F.scaled_dot_product_attention",
        attention("torch.einsum('bqhd,bkhd->bhqk', q, k) * 0.25", result="torch.einsum('bhqk,bkhd->bqhd', weights, v)", inputs=", ".join(["torch.randn(2, 24, 3, 16)"] * 3)),
    ),
    "attention with a mask": (
        "F.scaled_dot_product_attention",
        attention(_SCORES, "scores = scores.masked_fill(~m, float('-inf'))", inputs=f"{_QKV}, (torch.rand(24, 24) < 0.5) | torch.eye(24, dtype=torch.bool)", arguments="q, k, v, m"),
    ),
    "layer norm of a Sequential": ("F.layer_norm", task(_X, "v, m = torch.var_mean(x, -1, correction=0, keepdim=True)\nreturn (x - m) / torch.sqrt(v + 1e-5) * self.net[0].weight + self.net[0].bias", "self.net = nn.Sequential(nn.LayerNorm(48))")),
    "gradients": ("F.layer_norm", task(_X, "m = x.mean(-1, keepdim=True)\nv = ((x - m) ** 2).mean(-1, keepdim=True)\nreturn (x - m) / torch.sqrt(v + 1e-5) * self.gain + self.shift", _AFFINE, more="backward = True")),
}

# Near misses, and references that are the library's operator.
NOTHING = {
    "softmax by powers of two": task(_X, "e = torch.exp2(x - x.amax(1, keepdim=True))\nreturn torch.exp(e.log()) / e.sum(1, keepdim=True)"),
    "softmax over both dimensions": task(_X, "e = torch.exp(x - x.amax())\nreturn e / e.sum()"),
    "softmax with a temperature": task(_X, "e = torch.exp(1.001 * (x - x.amax(1, keepdim=True)))\nreturn e / e.sum(1, keepdim=True)"),
    "attention whose softmax is over the queries": attention(_SCORES, weights="scores.softmax(-2)"),
    "attention with a scale per head": attention(_SCORES + " * torch.tensor([1.0, 1.0, 1.01])[:, None, None]"),
    "attention that sees one token ahead": attention(_SCORES, "scores = scores.masked_fill(torch.ones(24, 24, dtype=torch.bool).triu(2), float('-inf'))"),
    "layer norm with the unbiased variance": task(_X, "return (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, keepdim=True) + 1e-5)"),
    "layer norm with epsilon beside the root": task(_X, "return (x - x.mean(-1, keepdim=True)) / (x.var(-1, unbiased=False, keepdim=True).sqrt() + 1e-3)"),
    "gelu by a sigmoid": task(_X, "return x * torch.sigmoid(1.702 * x)"),
    "cross entropy with smoothed labels": task(
        _LABELLED, "p = F.log_softmax(x, 1)\nreturn -(0.999 * p.gather(1, t[:, None])[:, 0] + 0.001 * p.mean(1)).mean()", arguments="x, t"
    ),
    "squared error over rows": task(f"{_X}, {_X}", "return ((x - y) ** 2).sum(1).sqrt().mean()", arguments="x, y"),
    "linear with the bias inside": task(_X, "return torch.relu(x @ self.weight) + self.bias", _DENSE),
    "a softmax that is one operator": task(_X, "return torch.softmax(x, 1)"),
    "nn.LayerNorm": task(_X, "return self.norm(x)", "self.norm = nn.LayerNorm(48)"),
    "nn.Linear": task(_X, "return self.linear(x)", "self.linear = nn.Linear(48, 20)"),
    "an attention of the library": task(_QKV, "return F.scaled_dot_product_attention(q, k, v)", arguments="q, k, v"),
    "a softmax with dropout": task(_X, "e = torch.exp(F.dropout(x, 0.5, self.training))\nreturn e / e.sum(1, keepdim=True)"),
    "one channel and a parameter without a dimension": task("torch.randn(4, 1, 8, 8)", "return (x - x.mean((2, 3), keepdim=True)) * self.s", "self.s = nn.Parameter(torch.tensor(2.0))"),
    "two outputs": task(_X, "e = torch.exp(x)\nreturn e / e.sum(1, keepdim=True), e"),
}


def opened(source: str) -> Oracle:
    """An oracle that has examined the task's distributions of inputs."""
    with tempfile.TemporaryDirectory() as folder, mock.patch("judge.device.memory.resource.setrlimit"):  # it would hold for all tests of this process
        path = Path(folder) / "task.py"
        path.write_text(source)
        oracle = Oracle()
        oracle.open("mine", str(path), "cpu", "fp32", 1, [], {})
    for name in (SHIPPED, *HIDDEN):
        oracle.admission.examine(name)
    return oracle


def found(source: str) -> "list[LibraryCall]":
    oracle = opened(source)
    return library_calls(oracle.shapes, Draws(oracle.reference, oracle.admission, oracle.special, oracle.extremes))


def names(source: str) -> "list[str]":
    return [call["name"] for call in found(source)]


class Catalogue(unittest.TestCase):
    def test_each_call_is_found_for_what_a_person_would_write(self):
        for what, (name, source) in DECOMPOSED.items():
            with self.subTest(what):
                self.assertEqual(names(source), [name])

    def test_nothing_is_found_for_a_near_miss_and_for_a_reference_that_is_the_call(self):
        for what, source in NOTHING.items():
            with self.subTest(what):
                self.assertEqual(names(source), [])

    def test_a_program_does_not_run_on_indices_that_name_no_class(self):
        reference = opened(DECOMPOSED["cross entropy"][1]).reference
        logits, classes = reference.draw()
        self.assertEqual(len(agreement._outputs(reference, reference.model, [logits, classes])), 1)
        for outside in (-1, 10):
            with self.subTest(outside), self.assertRaisesRegex(ValueError, "out of range"):
                agreement._outputs(reference, mock.Mock(side_effect=AssertionError("it ran")), [logits, classes.clone().index_fill_(0, torch.tensor([3]), outside)])

    def test_the_form_of_a_task_keeps_no_tensor(self):
        reference = opened(task(_X, "for _ in range(9):\n    x = torch.tanh(x)\nreturn torch.stack([x, x])")).reference
        form = form_of(reference, reference.draw())
        assert form is not None
        self.assertEqual([each.operator for each in form.ran], ["tanh"] * 9 + ["stack"])
        self.assertEqual([each for each in tree_leaves(form) if isinstance(each, torch.Tensor)], [])

    def test_places_of_elements_are_no_numbers_of_a_call(self):
        reference = opened(task(_X, "return sum(x[:, at] * x[:, at : at + 9].sum(1) for at in range(30)) / 0.5")).reference
        form = form_of(reference, reference.draw())
        assert form is not None
        self.assertEqual((form.integers, form.floats), ([1, 0], [1.0, 0.0, 0.5]))

    def test_the_search_tries_some_calls_of_an_entry_and_ends_in_time(self):
        tried = []

        def endless(_form):
            for at in itertools.count():
                tried.append(at)
                yield "x0"

        entries = (CATALOGUE[0], Entry("endless", "exp", endless))
        with mock.patch.object(agreement, "CATALOGUE", entries):
            self.assertEqual(names(DECOMPOSED["softmax"][1]), ["F.softmax"])
            self.assertEqual(len(tried), 32)
            with mock.patch.object(agreement, "_MOST_CALLS", None), mock.patch.object(agreement, "_SECONDS", 3.0):
                self.assertEqual(names(DECOMPOSED["softmax"][1]), ["F.softmax"])
        self.assertGreater(len(tried), 64)

    def test_an_entry_that_fails_costs_no_other_call(self):
        def broken(_form):
            raise ValueError("no such form")

        with mock.patch.object(agreement, "CATALOGUE", (Entry("broken", "exp", broken), *CATALOGUE)):
            self.assertEqual(names(DECOMPOSED["softmax"][1]), ["F.softmax"])

    def test_the_program_of_a_convolution_has_its_numbers_and_its_parameters(self):
        reference = opened(task(_IMAGE, "return self.conv(x)", "self.conv = nn.Conv2d(6, 8, 3, stride=2, padding=1, groups=2)")).reference
        inputs = reference.draw()
        form = form_of(reference, inputs)
        assert form is not None
        [entry] = [each for each in CATALOGUE if each.tunes]
        [call] = entry.calls(form)
        self.addCleanup(setattr, torch.backends.cudnn, "benchmark", torch.backends.cudnn.benchmark)
        model = loaded(reference, program(reference, form, call, entry.setup))
        self.assertTrue(torch.backends.cudnn.benchmark)
        parameters.load(model, reference.model.state_dict())
        self.assertTrue(torch.equal(reference.outputs_of(model, inputs)[0], reference.eager(inputs)[0]))


if __name__ == "__main__":
    unittest.main()
