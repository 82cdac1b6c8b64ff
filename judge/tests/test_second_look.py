"""A second look at a failure: jumps of the reference are forgiven, other errors are not."""

import unittest

import torch

from judge.oracle import second_look
from judge.oracle.numerics import tolerance
from judge.oracle.task.reference import Reference

_ROUNDING = "import torch, torch.nn as nn\nclass Model(nn.Module):\n    def forward(self, x):\n        return torch.round(x * 3)\ndef get_inputs():\n    return [torch.randn(64, 64)]\n"


class SecondLook(unittest.TestCase):
    def setUp(self):
        self.reference = Reference("task.py", _ROUNDING, "cpu", "fp32")
        self.inputs = self.reference.draw()
        self.inputs[0][0, 0] = 0.5 - 2.0**-25  # three times that is 1.5 less half a roundoff: fp32 may round it either way
        self.exact = self.reference.exact(self.inputs)
        self.budgets = tolerance.eager_errors([self.exact[0].float()], self.exact)

    def problem(self, output: torch.Tensor) -> str:
        return second_look.judge(self.reference, self.inputs, [output], self.exact, self.budgets).problem

    def test_the_other_side_of_a_jump_is_right(self):
        output = self.exact[0].float()
        self.assertEqual((float(output[0, 0]), self.problem(output)), (1.0, ""))
        output[0, 0] = 2.0
        self.assertEqual(self.problem(output), "")

    def test_a_value_that_no_rounding_explains_is_wrong(self):
        for at, value in ((0, 3.0), (1, float(self.exact[0][0, 1]) + 1)):
            output = self.exact[0].float()
            output[0, at] = value
            self.assertNotEqual(self.problem(output), "")

    def test_an_exact_tie_has_one_right_answer(self):
        self.inputs[0][0, 0] = 0.5
        self.reference.model.forward = self.reference._double.forward = lambda x: torch.round(x)
        self.exact = self.reference.exact(self.inputs)
        output = self.exact[0].float()
        output[0, 0] = 1.0  # the reference rounds ties to even
        self.assertNotEqual(self.problem(output), "")

    def test_many_wrong_elements_are_wrong_without_a_second_look(self):
        self.assertNotEqual(self.problem(self.exact[0].float() + 1), "")

    def test_a_sum_near_zero_has_the_error_of_its_own_draw(self):
        reference = Reference("task.py", _ROUNDING.replace("torch.round(x * 3)", "x.sum()"), "cpu", "fp32")
        usual = reference.draw(5)
        budgets = tolerance.eager_errors(reference.eager(usual), reference.exact(usual))
        near_zero = usual.with_tensors([usual[0] - usual[0].mean() + 1e-5])  # the sum is about 0.04
        exact, [eager] = reference.exact(near_zero), reference.eager(near_zero)
        self.assertNotEqual(tolerance.judge([eager], exact, [None], budgets).problem, "")
        self.assertEqual(second_look.judge(reference, near_zero, [eager], exact, budgets).problem, "")
        off = eager + 100 * (eager - exact[0].float()).abs()
        self.assertNotEqual(second_look.judge(reference, near_zero, [off], exact, budgets).problem, "")


if __name__ == "__main__":
    unittest.main()
