"""Errors against fp64: the quick function agrees with the thorough one, or returns None. So does the quick decision whether outputs pass."""

import math
import unittest

import torch

from judge.oracle.numerics import tolerance
from judge.oracle.numerics.error_metrics import Errors as Found
from judge.oracle.numerics.error_metrics import finite_errors, measured


def _pair(shape: tuple, dtype: torch.dtype, scale: float = 1.0) -> "tuple[torch.Tensor, torch.Tensor]":
    exact = scale * torch.randn(shape, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    return (exact * (1 + 1e-3 * torch.sin(exact))).to(dtype), exact


class Messages(unittest.TestCase):
    def told(self, output: torch.Tensor, exact: torch.Tensor) -> str:
        found = tolerance.judge([output], [exact], [None], [tolerance.Errors(0, 0)])
        self.assertTrue(found.imprecise)
        return found.problem

    def test_an_error_far_above_the_budget_may_be_another_formula_and_its_worst_element_is_placed(self):
        x = torch.randn(8, 256, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
        biased, unbiased = ((x - x.mean(1, keepdim=True)) / x.std(1, keepdim=True, correction=each) for each in (0, 1))
        output = unbiased.float()
        output[2, 3] += 0.01
        told = self.told(output, biased)
        self.assertIn("more precise arithmetic", told)
        self.assertIn("another formula: a constant factor, another eps, a biased instead of an unbiased variance", told)
        self.assertTrue(told.endswith(f"Worst at [2, 3]: expected {biased[2, 3]:.6g}, got {output[2, 3]:.6g}."), told)

    def test_operands_in_lower_precision_may_look_like_another_formula(self):
        one, other = torch.randn(2, 64, 64, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
        self.assertIn("another formula", self.told((one.bfloat16().double() @ other.bfloat16().double()).float(), one @ other))

    def test_an_error_near_the_budget_is_one_of_precision_alone(self):
        exact = torch.randn(64, 64, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
        told = self.told((exact * (1 + 2.0**-16)).float(), exact)
        self.assertIn("more precise arithmetic", told)
        self.assertNotRegex(told, "formula|Worst at")


class Errors(unittest.TestCase):
    def test_the_quick_function_agrees_with_the_thorough_one(self):
        for shape in ((), (0, 3), (7,), (300, 501)):
            for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
                with self.subTest(f"{shape} {dtype}"):
                    output, exact = _pair(shape, dtype)
                    quick, thorough = finite_errors(output, exact), measured(output, exact, math.inf)
                    self.assertAlmostEqual(quick.rms, thorough.rms, delta=1e-12)
                    self.assertAlmostEqual(quick.worst, thorough.worst, delta=1e-12)

    def test_a_reference_that_ran_in_fp32_is_compared_in_fp64(self):
        output, exact = _pair((64,), torch.float32)
        self.assertEqual(finite_errors(output, exact.float()).rms, finite_errors(output, exact.float().double()).rms)

    def test_the_quick_function_returns_none_for_values_that_are_not_finite_or_too_large(self):
        output, exact = _pair((64,), torch.float32)
        for place, value in ((output, math.nan), (output, math.inf), (exact, math.inf)):
            spoiled = place.clone()
            spoiled[3] = value
            self.assertIsNone(finite_errors(spoiled, exact) if place is output else finite_errors(output, spoiled))
        self.assertIsNone(finite_errors(*_pair((64,), torch.float16, 1e6)))

    def test_an_all_zero_reference_allows_no_error(self):
        zeros = torch.zeros(4, dtype=torch.float64)
        self.assertEqual(finite_errors(zeros.float(), zeros).rms, 0)
        self.assertGreater(finite_errors(torch.tensor([0, 0, 1e-30, 0]), zeros).rms, 1)

    def test_whether_outputs_pass_is_what_the_judgement_says_about_right_wrong_and_non_finite_ones(self):
        seen = set()
        for dtype in (torch.float16, torch.bfloat16, torch.float32):
            output, exact = _pair((30, 51), dtype)
            own = finite_errors(output, exact)
            for share in (0, 0.01, 0.5, 0.99, 1, 1.01, 1.9, 2.1, 30):  # of the budget, about
                budget = Found(own.rms * share, own.worst * share)
                for outputs in ([output], [output, exact.to(dtype)], [output, (exact * 10).round().int()], [torch.zeros_like(output)], [torch.where(exact > 3, torch.nan, output)]):
                    given = outputs, [exact, exact if outputs[-1].is_floating_point() else (exact * 10).round()][: len(outputs)], [None] * len(outputs), [budget] * len(outputs)
                    passes = tolerance.passes(*given)
                    self.assertEqual(passes, not tolerance.judge(*given).problem, (dtype, share, len(outputs)))
                    seen.add(passes)
        self.assertEqual(seen, {True, False})


if __name__ == "__main__":
    unittest.main()
