"""Comparisons and structure of large tensors, piece by piece, give what they give for a whole tensor. Here a piece has a few elements."""

import unittest
from unittest import mock

import torch

from judge.oracle.numerics import pieces, row_tolerance, tolerance
from judge.oracle.task import steadiness, structure
from judge.oracle.task.reference import Reference
from judge.oracle.task.row_independence import independent_rows

_ROWS, _LENGTH = 6, 11
_TASK = """
import torch

class Model(torch.nn.Module):
    def forward(self, x):
        return {answer}

def get_inputs():
    return [torch.randn(7, 5)]
"""


class Pieces(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        self.exact = torch.randn(_ROWS, _LENGTH, dtype=torch.float64)
        self.exact[2, 3], self.exact[4, 5] = float("nan"), float("inf")
        self.eager = self.exact.float()
        self.output = self.eager.clone()
        self.output[1, 1], self.output[5, 10] = 7.0, float("nan")
        self.moved = self.exact * (1 + 1e-6)

    def same_in_pieces(self, act) -> None:
        """Fails unless `act` gives the same tensors for whole tensors and for pieces of several sizes."""
        whole = act()
        for size in (1, 4, 7, 11, 25):
            with self.subTest(size), mock.patch.dict(pieces._SIZE, cpu=size):
                for one, other in zip(act(), whole, strict=True):
                    torch.testing.assert_close(torch.as_tensor(one), torch.as_tensor(other), rtol=1e-12, atol=0, equal_nan=True)

    def test_tolerances_of_rows(self):
        for rows in (1, _ROWS):
            for ties in ([], [0]):
                self.same_in_pieces(lambda: [each.allowed for each in row_tolerance.tolerances([self.eager], [self.exact], [self.moved], rows, ties=ties)])

    def test_rows_that_are_ties_on_purpose_are_not_shaken(self):
        [usual], [tied] = (row_tolerance.tolerances([self.eager], [self.exact], [self.exact + 0.1], _ROWS, ties=ties) for ties in ([], [1, 3]))
        self.assertEqual((tied.allowed < 0.1).tolist(), [False, True, False, True, False, False])
        self.assertEqual((usual.allowed < 0.1).tolist(), [False] * _ROWS)

    def test_rows_at_a_pole_are_not_judged(self):
        exact = torch.ones(_ROWS, _LENGTH, dtype=torch.float64)
        exact[1:3] = 1e16
        moved = exact.clone()
        moved[1:5] *= 2  # rows 1 and 2: large, and as uncertain; 3 and 4: as uncertain, but of the usual size
        [found] = row_tolerance.tolerances([exact.float()], [exact], [moved], _ROWS)
        self.assertEqual(found.judged.tolist(), [True, False, False, True, True, True])
        [large] = row_tolerance.tolerances([exact.float()], [exact], [exact * (1 + 1e-6)], _ROWS)
        self.assertTrue(large.judged.all())

    def test_failing_rows_and_wrong_elements(self):
        for rows in (1, _ROWS):
            allowed = row_tolerance.tolerances([self.eager], [self.exact], [self.moved], rows)

            def judged(judge) -> list:
                return list(judge([self.output], [self.exact], [self.eager], allowed))

            self.same_in_pieces(lambda: judged(row_tolerance.failing_rows))
            self.same_in_pieces(lambda: judged(row_tolerance.wrong_elements))
        self.assertEqual(judged(row_tolerance.failing_rows), [False, True, False, False, False, True])

    def test_judged_rows(self):
        self.same_in_pieces(lambda: row_tolerance.judged_rows([self.eager], [self.exact], _ROWS))

    def test_errors_with_their_places(self):
        budget = tolerance.Errors(1e-7, 1e-7)

        def judged() -> list:
            found = tolerance.measured(self.output, self.exact, 1e-3)
            wrong = tolerance.wrong_elements(self.output, self.exact, budget)
            return [found.rms, found.worst, found.worst_at, found.wrong, found.misplaced, found.first_at, wrong]

        self.same_in_pieces(judged)
        self.assertEqual((judged()[3], judged()[5]), (2, _LENGTH + 1))

    def test_integers_that_differ(self):
        right = torch.arange(_ROWS * _LENGTH).view(_ROWS, _LENGTH)
        for at in (0, 40, 65):
            output = right.clone().view(-1)
            output[at] = -1
            for eager in (right, None):
                self.same_in_pieces(lambda: [tolerance.judge([output.view_as(right)], [right.double()], [eager], [tolerance.Errors(0, 0)]).problem == ""])
        self.same_in_pieces(lambda: [tolerance.judge([right], [right.double()], [None], [tolerance.Errors(0, 0)]).problem == ""])

    def test_steadiness(self):
        for change in (1e-2, 1e-5):
            self.same_in_pieces(lambda: [steadiness.differ([self.eager], [self.eager * (1 + change)])])

    def test_independence_of_rows(self):
        for answer, rows in (("x * 2", 7), ("x - x.mean(0)", 1), ("x.roll(2, 0)", 1), ("x * 0", 1)):
            reference = Reference("task", _TASK.format(answer=answer), "cpu", "fp32")
            self.same_in_pieces(lambda reference=reference: [independent_rows(reference)])
            self.assertEqual(independent_rows(reference), rows)

    def test_structure(self):
        drawn = torch.randn(_ROWS, _LENGTH, 3)
        sums = [torch.softmax(drawn, 1), torch.softmax(drawn, 2), torch.softmax(drawn.view(-1), 0)]
        whole = [torch.randint(0, 9, drawn.shape).float(), -torch.randint(0, 9, drawn.shape).float()]
        for own in (torch.rand(drawn.shape), torch.randint(0, 2, drawn.shape).float(), *sums, *whole):
            self.same_in_pieces(lambda own=own: [self.kept(drawn.reshape(own.shape), own), structure.is_pattern(own)])
        for own in (*sums, *whole):
            self.assertIsNotNone(structure.structures_of(lambda own=own: [own])[0])

    @staticmethod
    def kept(found: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
        return structure.kept(found, own, structure.structures_of(lambda: [own])[0])


if __name__ == "__main__":
    unittest.main()
