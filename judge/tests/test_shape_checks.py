"""The special checks of further shapes and of hidden ones, in one process, without a candidate."""

import unittest

import torch

from judge.oracle.hidden_shapes import HiddenShapes
from judge.oracle.shapes import Shapes
from judge.oracle.task.admission import Admission
from judge.oracle.task.distributions import SHIPPED
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import ARGUMENTS, ROWS
from judge.oracle.task.special_checks import SpecialChecks

_TASK = """
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, scores, keep, scale, steps):
        if len(scores) == 24 and steps != 3:
            raise ValueError("three steps alone")
        return torch.softmax((scores * scale).masked_fill(~keep, -1e9), dim=-1) + steps


def _inputs(rows, columns):
    return [torch.randn(rows, columns), torch.ones(rows, columns, dtype=torch.bool), 1.0, 3]


def get_inputs():
    return _inputs(16, 32)


def get_workloads():
    return [{"name": str(rows), "weight": 1 / rows, "inputs": lambda rows=rows: _inputs(rows, 2 * rows)} for rows in (16, 24, 48)]


def get_init_inputs():
    return []
"""


class ShapeChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.reference = Reference("task", _TASK, "cpu", "fp32")
        cls.admission, cls.special = Admission(cls.reference, "fp32"), SpecialChecks(cls.reference, [])
        cls.shapes = Shapes("task", cls.reference, cls.admission, "fp32", cls.special, [])
        for name in (SHIPPED, "normal", "tripled"):
            cls.admission.examine(name)
        for name in cls.special.names():
            cls.special.examine(name)
        for name in cls.shapes.names():
            if "shape" in name and not any(f", {each}" in name for each in ("flipped", "small", "heavy", "integers", "ties")):
                cls.shapes.examine(name)

    def test_a_further_shape_varies_what_its_row_never_varies(self):
        for shape, varied in ((self.shapes.all[1], {"keep", "scale"}), (self.shapes.all[2], {"keep", "scale", "steps"})):
            for every in (False, True):
                found = shape.special_checks(every)
                self.assertEqual({name for each in found if each.group == ARGUMENTS for name in each.kinds}, varied)
                self.assertTrue(any(each.group == ROWS for each in found))
                self.assertFalse(any(each.unproven for each in found))
                for check in found:
                    inputs = shape.reference.draw(check.seed, check.name)
                    self.assertEqual(len(inputs[0]), int(shape.name))
                    if "keep" in check.kinds:
                        self.assertFalse(bool(inputs[1].all()))
            self.assertLessEqual(len(shape.special_checks(False)), 2 + len(varied))
            self.assertLess(len(shape.special_checks(False)), len(shape.special_checks(True)))

    def test_what_cannot_be_varied_in_one_shape_is_named(self):
        self.assertEqual(self.shapes.unvaried(), ["argument steps (shape 24)"])
        self.special.same_elsewhere = self.shapes.unvaried()
        self.assertIn("argument steps (shape 24)", self.special.facts()["sameInEveryDraw"])

    def test_a_check_that_ended_an_oracle_is_left_out_of_its_shape(self):
        [name] = [each for each in self.shapes.names() if each == f"shape 48, {ARGUMENTS}"]
        shape = Shapes("task", self.reference, self.admission, "fp32", self.special, [name])
        shape.names()
        shape.skip(name, "it breaks the reference's device")
        self.assertEqual(shape.all[2].special_checks(True), [])

    def test_a_hidden_shape_gets_a_hidden_distribution_and_varied_arguments(self):
        found = HiddenShapes(self.reference, self.admission, self.special)
        self.assertGreater(found.count, 2)
        for view, draws, special in found._found:
            self.assertEqual(draws[0].distribution, SHIPPED)
            self.assertIn(draws[1].distribution, ("normal", "tripled"))
            self.assertLessEqual({"keep", "scale"}, {name for each in special for name in each.kinds})
            kept = [view.draw(each.seed, each.name)[1] for each in special if "keep" in each.kinds]
            self.assertFalse(any(bool(torch.all(each)) for each in kept))
        self.assertEqual(found.calls, sum(len(draws) + len(special) for _view, draws, special in found._found))


if __name__ == "__main__":
    unittest.main()
