"""The budgets of the TF32 track hold operands that are rounded or truncated to TF32, and refuse operands of fewer bits."""

import unittest
from collections.abc import Callable

import torch

from judge.oracle import second_look
from judge.oracle.checks import draw_under
from judge.oracle.numerics.error_metrics import Errors
from judge.oracle.task.admission import Admission
from judge.oracle.task.budgets import own_errors
from judge.oracle.task.reference import Reference

_HEAD = "import torch, torch.nn as nn\nfrom torch.nn import functional as F\n"
_LINEAR = """class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(256, 192)
    def forward(self, x):
        return F.gelu(self.linear(x)) + x[:, :192]
def get_inputs():
    return [2.0 * torch.randn(64, 256)]
"""
_CONVOLUTION = """class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.convolution = nn.Conv2d(16, 32, 3)
    def forward(self, x):
        return torch.relu(self.convolution(x))
def get_inputs():
    return [torch.randn(2, 16, 12, 12)]
"""
_BACKWARD = _LINEAR.replace("class Model", "backward = True\nclass Model").replace(" + x[:, :192]", "")
_DOUBLE = "class Model(nn.Module):\n    def forward(self, x):\n        return (x.double() @ x.double().t()).float()\ndef get_inputs():\n    return [torch.randn(64, 256)]\n"
_Cut = Callable[[torch.Tensor], torch.Tensor]


def cut(bits: int, rounds: bool) -> _Cut:
    """Cuts fp32 values to `bits` bits of mantissa: to the nearest value, or towards zero."""
    dropped = 23 - bits
    return lambda x: ((x.float().contiguous().view(torch.int32) + (rounds << (dropped - 1))) & -(1 << dropped)).view(torch.float32)


ROUNDED, TRUNCATED = cut(10, True), cut(10, False)
COARSER = {"bf16": cut(7, True), "bf16, truncated": cut(7, False), "fp8": cut(3, True)}


def linear(model: torch.nn.Module, x: torch.Tensor, cut: _Cut) -> torch.Tensor:
    """The output of a kernel that cuts the operands of the product and sums in fp32."""
    y = cut(x) @ cut(model.linear.weight).t() + model.linear.bias
    return torch.nn.functional.gelu(y) + x[:, :192]


def convolution(model: torch.nn.Module, x: torch.Tensor, cut: _Cut) -> torch.Tensor:
    return torch.relu(torch.nn.functional.conv2d(cut(x), cut(model.convolution.weight), model.convolution.bias))


class Budgets(unittest.TestCase):
    def judged(self, reference: Reference, kernel: Callable, cut: _Cut, seed: int, distribution: str, eager_cut: _Cut) -> second_look.Judgement:
        """Judges a kernel whose operands are cut, beside an eager whose operands are cut by `eager_cut`."""
        inputs = reference.draw(seed, distribution)
        with torch.no_grad():
            output, eager = (kernel(reference.model, inputs[0], each) for each in (cut, eager_cut))
        exact = reference.exact(inputs)
        return second_look.judge(reference, inputs, [output], exact, own_errors(reference, inputs, [eager], exact))

    def test_operands_in_tf32_pass_on_each_draw_and_those_of_fewer_bits_fail(self):
        for source, kernel in ((_LINEAR, linear), (_CONVOLUTION, convolution)):
            reference = Reference("task.py", _HEAD + source, "cpu", "tf32")
            for distribution in ("ties", "shipped", "normal", "heavy", "integers", "small"):
                for seed in range(8 if distribution == "ties" else 1):
                    for eager in (lambda x: x, ROUNDED):  # the CPU's own is exact, a GPU's rounds
                        with self.subTest(kernel=kernel.__name__, distribution=distribution, seed=seed, eager_rounds=eager is ROUNDED):
                            for cut in (ROUNDED, TRUNCATED):
                                self.assertEqual(self.judged(reference, kernel, cut, seed, distribution, eager).problem, "")
                            for name, coarser in COARSER.items():
                                self.assertNotEqual(self.judged(reference, kernel, coarser, seed, distribution, eager).problem, "", name)

    def test_operands_in_bf16_are_a_precision_violation(self):
        reference = Reference("task.py", _HEAD + _LINEAR, "cpu", "tf32")
        self.assertTrue(self.judged(reference, linear, COARSER["bf16"], 1, "ties", ROUNDED).imprecise)

    def test_the_fp32_track_refuses_both(self):
        reference = Reference("task.py", _HEAD + _LINEAR, "cpu", "fp32")
        for cut in (ROUNDED, TRUNCATED):
            self.assertTrue(self.judged(reference, linear, cut, 1, "ties", lambda x: x).imprecise)

    def test_gradients_have_the_errors_of_truncated_products(self):
        fine, coarse = (own(Reference("task.py", _HEAD + _BACKWARD, "cpu", precision)) for precision in ("fp32", "tf32"))
        self.assertEqual(len(fine), 4)
        for one, other in list(zip(fine, coarse))[:3]:  # the bias' gradient has no product behind the output's
            self.assertGreater(other.rms, 100 * one.rms)

    def test_a_reference_that_computes_in_float64_has_its_own_errors_alone(self):
        [found] = own(Reference("task.py", _HEAD + _DOUBLE, "cpu", "tf32"))
        self.assertLess(found.rms, 1e-7)

    def test_draws_of_every_kind_have_these_budgets(self):
        reference = Reference("task.py", _HEAD + _LINEAR, "cpu", "tf32")
        admission = Admission(reference, "tf32")
        admission.examine("ties")
        for draw in (*admission.draws["ties"], draw_under(reference, "shipped", 0)):
            self.assertGreater(draw.budgets[0].rms, 5e-5)


def own(reference: Reference) -> "list[Errors]":
    torch.manual_seed(3)
    inputs = reference.draw(3)
    return own_errors(reference, inputs, reference.eager(inputs), reference.exact(inputs))


if __name__ == "__main__":
    unittest.main()
