"""Elements that roundings within the reference decide are open. Other wrong elements stay wrong."""

import unittest

import torch

from judge.oracle import second_look
from judge.oracle.numerics import tolerance
from judge.oracle.task import rounded_steps
from judge.oracle.task.reference import Reference

_INPUTS = "\ndef get_inputs():\n    return [torch.randn(16, 40), torch.randn(16, 40)]\n"


def reference(forward: str) -> Reference:
    return Reference("task.py", f"import torch, torch.nn as nn\nclass Model(nn.Module):\n    def forward(self, x, y):\n        return {forward}{_INPUTS}", "cpu", "fp32")


class Comparisons(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(3)
        self.inputs = [torch.randn(16, 40), torch.randn(16, 40)]
        self.inputs[1][:, :4] = self.inputs[0][:, :4]  # a tenth of the places

    def problem(self, forward: str, flipped: "slice") -> str:
        own = reference(forward)
        exact = own.exact(self.inputs)
        output = exact[0].clone()
        output[:, flipped] = ~output[:, flipped]
        return second_look.judge(own, self.inputs, [output], exact, tolerance.eager_errors(own.eager(self.inputs), exact)).problem

    def test_computed_values_that_are_equal_but_for_rounding_may_compare_either_way(self):
        forward = "x * 0.4 * x > y * (x * 0.4)"
        self.assertEqual(self.problem(forward, slice(0, 4)), "")
        self.assertNotEqual(self.problem(forward, slice(4, 5)), "")

    def test_equal_inputs_compare_one_way(self):
        self.assertNotEqual(self.problem("x > y", slice(0, 4)), "")

    def test_values_that_no_rounding_touches_compare_one_way(self):
        self.assertNotEqual(self.problem("x * 4 > y * 4", slice(0, 4)), "")


class Cancellation(unittest.TestCase):
    def settled(self, forward: str, inputs: list, output: torch.Tensor) -> "tuple[torch.Tensor, torch.Tensor]":
        own = reference(forward)
        exact = own.exact(inputs)
        wrong = lambda outputs, right: [(one.double() - other).abs() > 1e-6 for one, other in zip(outputs, right)]  # noqa: E731
        return rounded_steps.settled(own, inputs, [output], exact, lambda: own.exact(inputs), wrong)[0], exact[0].float()

    def setUp(self):
        torch.manual_seed(4)
        self.x, self.y = torch.randn(16, 40) * 3000, torch.randn(16, 40)
        self.other = ((self.y[:, :1] - self.x.logsumexp(1, keepdim=True)) + self.x).amax(1)  # another formula

    def test_another_formula_may_cancel_as_the_steps_of_the_reference_do(self):
        forward = "(y[:, :1] + x.log_softmax(1)).amax(1)"
        settled, exact = self.settled(forward, [self.x, self.y], self.other)
        self.assertGreater(float((self.other - exact).abs().max()), 2e-5)
        self.assertTrue(torch.equal(settled, exact))
        settled, exact = self.settled(forward, [self.x, self.y], self.other + 0.5)
        self.assertTrue(torch.equal(settled, self.other + 0.5))

    def test_a_reference_in_float64_leaves_nothing_open(self):
        forward = "(y[:, :1].double() + x.double().log_softmax(1)).amax(1).float()"
        settled, exact = self.settled(forward, [self.x, self.y], self.other)
        self.assertFalse(torch.equal(settled, exact))


if __name__ == "__main__":
    unittest.main()
