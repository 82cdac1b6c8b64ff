"""One huge value does not set the scale of an output's errors: the usual elements are judged apart, by eager's own errors on them."""

import math
import unittest

import torch

from judge.oracle import second_look
from judge.oracle.numerics import huge_values, row_tolerance, tolerance
from judge.oracle.task.reference import Reference

_ADDED = """
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, queries, keys, padding):
        return queries @ keys.t() / 16 + padding * -1e9


def get_inputs():
    return [torch.randn(64, 256), torch.randn(64, 256), (torch.rand(64, 64) < 0.5).float()]


def get_init_inputs():
    return []
"""
_NONE = tolerance.Errors(0, 0)


def _normal(*shape: int) -> torch.Tensor:
    return torch.randn(shape, dtype=torch.float64, generator=torch.Generator().manual_seed(1))


def _masked(share: float) -> torch.Tensor:
    return _normal(64, 256).masked_fill(torch.rand(64, 256, generator=torch.Generator().manual_seed(2)) < share, -1e9)


def _problem(output: torch.Tensor, exact: torch.Tensor, eager: "torch.Tensor | None" = None) -> str:
    budgets = [_NONE] if eager is None else tolerance.eager_errors([eager], [exact])
    return tolerance.judge([output], [exact], [None], budgets).problem


class Limits(unittest.TestCase):
    def test_usual_elements_beside_huge_ones_have_a_limit_whatever_their_share(self):
        for share in (0.0001, 0.1, 0.5, 0.9):
            limit = huge_values.limit_of(_masked(share)) or 0.0
            self.assertTrue(3 < limit < 1e4, (share, limit))
        stamps = torch.cat([_normal(4096, 1) + 1.7e9, _normal(4096, 16)], 1)
        self.assertLess(huge_values.limit_of(stamps) or math.inf, 1e4)
        self.assertLess(huge_values.limit_of(torch.where(stamps > 1e9, torch.inf, stamps * 1e-9).index_fill(1, torch.tensor([3]), 1e9)) or 0, 1e4)

    def test_values_without_a_gap_have_none(self):
        x = 10 * _normal(64, 256)
        ones = torch.ones(64, 256, dtype=torch.float64)
        for each in (x, x.exp(), torch.softmax(3 * x, 1), torch.nn.functional.gelu(100 * x), x.pow(8), 1 / x, x * 1e9, ones, torch.cumsum(1e6 * x, 1), x[:0]):
            self.assertIsNone(huge_values.limit_of(each))

    def test_what_is_left_of_large_values_is_not_told_apart(self):
        self.assertIsNone(huge_values.limit_of(torch.full((256, 256), 8e3, dtype=torch.float64).fill_diagonal_(0.5)))
        self.assertIsNone(huge_values.limit_of(torch.cat([_normal(64, 64) * 1e-9, _normal(64, 64) + 1e6])))

    def test_rows_have_limits_of_their_own(self):
        exact = _normal(8, 256)
        exact[3] *= 1e6
        exact[5, ::2] = -1e4
        limits = huge_values.limits_of(exact, 8)
        self.assertEqual([each > 0 for each in limits.tolist()], [False, False, False, False, False, True, False, False])
        self.assertIsNone(huge_values.limits_of(_normal(8, 256), 8))


class Budgets(unittest.TestCase):
    def test_usual_elements_that_are_all_zero_or_imprecise_are_refused(self):
        for share in (0.0001, 0.5, 0.9):
            exact = _masked(share)
            usual = exact > -1e8
            self.assertEqual(_problem(exact.float(), exact, exact.float()), "")
            self.assertIn("are wrong", _problem(exact.float().masked_fill(usual, 0), exact, exact.float()))
            coarse = torch.where(usual, exact.bfloat16().float(), exact.float())
            self.assertIn("beside its huge elements", _problem(coarse, exact, exact.float()))
            for output in (coarse, exact.float()):
                self.assertEqual(tolerance.passes([output], [exact], [None], [_NONE]), not _problem(output, exact))
            self.assertEqual(int(tolerance.wrong_elements(exact.float().masked_fill(usual, 0), exact, _NONE).sum()), int(usual.sum()))

    def test_one_wrong_usual_element_is_found_and_told(self):
        exact = _masked(0.5)
        output = exact.float()
        at = int((exact.view(-1) > -1e8).nonzero()[7])
        output.view(-1)[at] += 2
        told = _problem(output, exact, exact.float())
        self.assertIn("1 of 16384 elements", told)
        self.assertIn(f"First at [{at // 256}, {at % 256}]", told)

    def test_errors_that_follow_the_huge_values_are_right_if_eager_has_them(self):
        exact = _masked(0.5)
        noise = 20 * _normal(64, 256).flip(0)
        self.assertEqual(_problem((exact - noise).float(), exact, (exact + noise).float()), "")

    def test_rows_judge_their_usual_elements_apart(self):
        exact = _normal(8, 256)
        exact[5, ::2] = -1e9
        eager = exact.float()
        [found] = row_tolerance.tolerances([eager], [exact], [exact], 8)
        wrong = eager.clone()
        wrong[5, 1::2] = 0
        for output, failing in ((eager, []), (eager * (1 + 1e-5), []), (wrong, [5])):
            self.assertEqual(row_tolerance.failing_rows([output], [exact], [eager], [found]).nonzero()[:, 0].tolist(), failing)
        self.assertEqual(int(row_tolerance.wrong_elements([wrong], [exact], [eager], [found])[0].sum()), 128)
        [shaken] = row_tolerance.tolerances([eager], [exact], [exact + 0.1 * (exact.abs() < 1e3)], 8)
        self.assertFalse(bool(row_tolerance.failing_rows([wrong], [exact], [eager], [shaken]).any()))


class Steps(unittest.TestCase):
    def test_the_rounding_of_a_huge_value_excuses_no_usual_one_in_its_row(self):
        reference = Reference("task", _ADDED, "cpu", "fp32")
        inputs = reference.draw()
        queries, keys, padding = inputs
        exact, eager = reference.exact(inputs), reference.eager(inputs)

        def problem(output: torch.Tensor) -> str:
            return second_look.judge(reference, inputs, [output], exact, tolerance.eager_errors(eager, exact)).problem

        self.assertEqual(problem(torch.addmm(padding * -1e9, queries, keys.t(), alpha=1 / 16)), "")
        self.assertEqual(problem(((keys / 16) @ queries.t()).t() + padding * -1e9), "")
        self.assertNotEqual(problem(padding * -1e9), "")
        self.assertNotEqual(problem((queries.bfloat16().float() @ keys.bfloat16().float().t()) / 16 + padding * -1e9), "")


if __name__ == "__main__":
    unittest.main()
