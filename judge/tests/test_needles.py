"""Needles: a few other values in one float input, for kernels that look at a sample of their inputs."""

import unittest

import torch

from judge.oracle.numerics.row_tolerance import failing_rows
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import Check, expected
from judge.oracle.task.special_checks import SpecialChecks

_HEAD = "import torch, torch.nn as nn, torch.nn.functional as F\nclass Model(nn.Module):\n"
_BOUNDED = f"""{_HEAD}    def forward(self, x, low, high):
        return torch.tanh(torch.minimum(torch.maximum(x, low), high))
def get_inputs():
    return [torch.randn(64, 512), -8 - torch.rand(64, 512), 8 + torch.rand(64, 512)]
"""


def reference(source: str) -> Reference:
    return Reference("task.py", source, "cpu", "fp32")


def needles_of(found: Reference) -> "tuple[dict[str, str], list[Check]]":
    """The kinds of needles with what is said of them, and the checks."""
    made = SpecialChecks(found, [])
    names = made.names()
    for name in names:
        if "needles" in name:
            made.examine(name)
    return made.kinds, made.checks


def fails(found: Reference, check: Check, outputs: "list[torch.Tensor]") -> bool:
    return bool(failing_rows(outputs, *reversed(expected(found, check, found.draw(check.seed, check.name))), check.tolerances).any())


class Needles(unittest.TestCase):
    def test_a_few_values_of_one_input_change_and_no_others(self):
        own = reference(_BOUNDED)
        _kinds, checks = needles_of(own)
        self.assertEqual([check.kinds for check in checks], [["needles in x"], ["needles in low"], ["needles in high"]])
        for at, check in enumerate(checks):
            for one in (check, check.again()):
                assert one is not None
                changed = [int((own_value != value).sum()) for own_value, value in zip(own.draw(one.seed), own.draw(one.seed, one.name))]
                self.assertTrue(0 < changed[at] <= 4, changed)
                self.assertEqual(sum(changed), changed[at])

    def test_a_kernel_that_takes_a_sample_for_the_whole_is_wrong(self):
        own = reference(_BOUNDED)
        _kinds, checks = needles_of(own)
        found = dict.fromkeys(("low", "high"), 0)
        for check in checks:
            for _draw in range(8):
                again = check.again()
                assert again is not None
                x, low, high = own.draw(again.seed, again.name)
                usual = low[0].max() <= -8 and high[0].min() >= 8 and low.flatten()[::61].max() <= -8 and high.flatten()[::61].min() >= 8
                if fails(own, again, [torch.tanh(x if usual else torch.minimum(torch.maximum(x, low), high))]):
                    found[check.kinds[0].split()[-1]] += 1
        self.assertTrue(all(count >= 4 for count in found.values()), found)

    def test_the_reference_and_a_kernel_that_looks_at_all_values_are_right(self):
        own = reference(_BOUNDED)
        for check in needles_of(own)[1]:
            x, low, high = own.draw(check.seed, check.name)
            usual = low.max() <= x.min() and x.max() <= high.min()
            self.assertFalse(fails(own, check, own.eager(own.draw(check.seed, check.name))))
            self.assertFalse(fails(own, check, [torch.tanh(x if usual else torch.minimum(torch.maximum(x, low), high))]))

    def test_a_line_changes_where_single_values_change_nothing(self):
        own = reference(f"{_HEAD}    def forward(self, x):\n        return x.view(64, 10, 30).median(1)[0]\ndef get_inputs():\n    return [torch.rand(64, 30).repeat(1, 10)]\n")
        (check,) = needles_of(own)[1]
        self.assertTrue(own.decisions.made["special rows: needles in x"]["line"])
        self.assertLessEqual(int((own.draw(check.seed, check.name)[0] != own.draw(check.seed)[0]).any(1).sum()), 2)

    def test_inputs_that_the_answer_ignores_get_no_needles(self):
        own = reference(f"{_HEAD}    def forward(self, x, y):\n        return x * 2 + y * 0\ndef get_inputs():\n    return [torch.randn(64, 64), torch.randn(64, 64)]\n")
        kinds, checks = needles_of(own)
        self.assertEqual([check.kinds for check in checks], [["needles in x"]])
        self.assertIn("stays as it is", kinds["needles in y"])

    def test_values_that_the_reference_refuses_are_left_out(self):
        own = reference(f"{_HEAD}    def forward(self, x):\n        assert bool((x > 0).all())\n        return x.log().cumsum(0)\ndef get_inputs():\n    return [torch.rand(64, 64) + 1]\n")
        (check,) = needles_of(own)[1]
        self.assertTrue(bool((own.draw(check.seed, check.name)[0] > 0).all()))
        self.assertEqual(own.decisions.made["special rows: needles in x"]["values"], ["tenfold"])

    def test_zeros_and_declared_ranges_stay(self):
        own = reference(f"{_HEAD}    def forward(self, x):\n        return x * 2\nvalid = {{'x': (-3, 3)}}\ndef get_inputs():\n    return [torch.randn(64, 64).clamp(-3, 3).tril()]\n")
        (check,) = needles_of(own)[1]
        found, usual = own.draw(check.seed, check.name)[0], own.draw(check.seed)[0]
        self.assertLessEqual(float(found.abs().max()), 3)
        self.assertFalse(bool(found[usual == 0].any()))


if __name__ == "__main__":
    unittest.main()
