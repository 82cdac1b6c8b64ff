"""Under parameters that amplify roundings a kernel may err more than three times as much as eager, but no more than roundings explain."""

import dataclasses
import unittest
from collections.abc import Callable
from unittest import mock

import torch

from judge.oracle import second_look
from judge.oracle.checks import draw_with
from judge.oracle.numerics import tolerance
from judge.oracle.numerics.error_metrics import Errors
from judge.oracle.numerics.tolerance import Judgement
from judge.oracle.task.disturbance import Disturbed
from judge.oracle.task.reference import Reference

_STEPS = 12
_SOURCE = f"""import torch, torch.nn as nn
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.full((64,), 0.9))
    def forward(self, x):
        for _step in range({_STEPS}):
            x = self.gain * x - 0.5
        return x
def get_inputs():
    return [1.0 + 0.01 * torch.rand(32, 64)]
"""
_GAIN = 1.5  # a step keeps 1 and amplifies what differs from it
_ROUNDOFF = 2.0**-24


def stepped(gain: torch.Tensor, x: torch.Tensor, roundoffs: float) -> torch.Tensor:
    """The output of a kernel. Each of its steps is off by up to so many roundoffs."""
    noise, y = torch.Generator().manual_seed(1), x.double()
    for _step in range(_STEPS):
        off = torch.rand(y.shape, generator=noise, dtype=torch.float64) * 2 - 1
        y = (gain.double() * y - 0.5) * (1 + roundoffs * _ROUNDOFF * off)
    return y.float()


class Amplified(unittest.TestCase):
    def setUp(self):
        self.reference = Reference("amplified", _SOURCE, "cpu", "fp32")
        self.state = {"gain": torch.full((64,), _GAIN)}
        self.draws = [draw_with(self.reference, "shipped", self.state) for _draw in range(10)]

    def looked(self, roundoffs: float, look: "Callable[..., Judgement]") -> "list[Judgement]":
        """The judgements of the outputs on each draw."""
        found = []
        for draw in self.draws:
            inputs = self.reference.draw(draw.seed, draw.distribution)
            found.append(look(draw, inputs, [stepped(self.state["gain"], inputs[0], roundoffs)]))
        return found

    def judged(self, roundoffs: float) -> "list[Judgement]":
        return self.looked(roundoffs, lambda draw, inputs, outputs: second_look.judge_draw(self.reference, draw, inputs, outputs))

    def test_steps_that_are_off_by_some_roundoffs_pass_though_eager_errs_less(self):
        first = self.looked(32, lambda draw, _inputs, outputs: tolerance.judge(outputs, draw.exact, [None], draw.budgets))
        self.assertTrue(all(each.imprecise for each in first))
        self.assertEqual({(each.problem, each.share) for each in self.judged(32)}, {("", 1.0)})
        self.assertTrue(torch.equal(self.reference.model.gain, self.reference.states[1]["gain"]))  # it holds its second state again

    def test_a_precise_kernel_keeps_its_share_of_the_usual_budget(self):
        self.assertTrue(all(0 < each.share < 1 and not each.problem for each in self.judged(0.5)))
        self.assertEqual({draw.amplified is None for draw in self.draws}, {True})

    def test_steps_of_10_bits_fail(self):
        self.assertTrue(all(each.problem for each in self.judged(2.0**14)))

    def test_under_the_timed_state_the_usual_budget_alone_counts(self):
        self.draws = [dataclasses.replace(draw, state=None) for draw in self.draws]
        with self.reference.holding(self.state):
            self.assertTrue(all(each.imprecise for each in self.judged(32)))
        self.reference.states[1] = self.state
        self.draws = [dataclasses.replace(draw, state=self.state) for draw in self.draws]
        self.assertTrue(all(each.imprecise for each in self.judged(32)))

    def test_a_reference_that_refuses_nearby_parameters_keeps_its_budgets(self):
        exact = self.reference.exact

        def refusing(inputs: list, disturbed: Disturbed = None) -> "list[torch.Tensor]":
            if disturbed == "both ways":
                raise ValueError("no such gain")
            return exact(inputs, disturbed)

        with mock.patch.object(self.reference, "exact", refusing):
            self.assertTrue(all(each.imprecise for each in self.judged(32)))
        self.assertEqual([draw.amplified for draw in self.draws], [[Errors(0, 0)]] * 10)

    def test_no_budget_exceeds_2_percent(self):
        [found] = tolerance.amplified([torch.tensor([2.0, 1.0]).double()], [torch.ones(2).double()])
        self.assertEqual((found.rms * tolerance.RMS_OF_EAGER, found.worst * tolerance.WORST_OF_EAGER), (0.02, 0.02))


if __name__ == "__main__":
    unittest.main()
