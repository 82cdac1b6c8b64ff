"""Tests the checks of calls in a row. A kernel must change inputs and buffers in each call. The reference decides what is compared."""

import unittest

import torch

from judge.oracle.chain_effects import ChainEffects
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Failure
from judge.tests.test_round_trips import RealRunner

MEANS = """
import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(16))
        self.register_buffer("calls", torch.tensor(0))
    def forward(self, x, h):
        self.mean.lerp_(x.mean(0), 0.1)
        self.calls += 1
        h.mul_(0.5).add_(x)
        return torch.relu(x)
def get_inputs():
    return [torch.randn(8, 16), torch.randn(8, 16)]
"""
RIGHT = MEANS.replace("Model", "ModelNew")
ONCE = RIGHT.replace("self.mean.lerp_", "if self.calls == 0 or self.mean._version != self.__dict__.get('seen'): self.mean.lerp_").replace("self.calls += 1", "self.calls += 1\n        self.seen = self.mean._version")
STALE_COUNT = RIGHT.replace("self.calls += 1", "self.calls.fill_(1)")
CHAOTIC = MEANS.replace("self.mean.lerp_(x.mean(0), 0.1)", "self.mean.copy_(torch.sin(x.sum() * 1e9))")
DEPENDS = MEANS.replace("h.mul_(0.5).add_(x)", "h.copy_(x + self.mean)")
# It makes its update when it is asked for its state.
LATE = """
import torch
from model_right import ModelNew as Right
class ModelNew(Right):
    def forward(self, x, h):
        self.__dict__.setdefault("later", []).append(x.clone())
        h.mul_(0.5).add_(x)
        return torch.relu(x)
    def state_dict(self, *args, **more):
        for x in self.__dict__.pop("later", []):
            self.mean.lerp_(x.mean(0), 0.1)
            self.calls += 1
        return super().state_dict(*args, **more)
"""


def of(task: str) -> ChainEffects:
    return ChainEffects(Reference("task", task, "cpu", "fp32"), 0)


class InARow(RealRunner):
    def test_a_kernel_that_updates_its_buffers_in_each_call_is_right(self):
        reference, client = self.started(RIGHT, MEANS)
        effects = ChainEffects(reference, 0)
        for _look in range(3):
            effects.check_public(client, reference.draw)

    def test_a_kernel_whose_later_calls_leave_other_buffers_is_wrong(self):
        for candidate in (ONCE, STALE_COUNT, LATE):
            self.setUp()
            reference, client = self.started(candidate, MEANS)
            with self.subTest(candidate), self.assertRaises(Failure) as caught:
                ChainEffects(reference, 0).check_public(client, reference.draw)
            self.assertEqual(caught.exception.fields["status"], "wrong")

    def test_a_chain_is_judged_from_its_own_start(self):
        reference, client = self.started(RIGHT, MEANS)
        effects, sequence = ChainEffects(reference, 0), [reference.draw() for _call in range(4)]
        effects.begin(client)
        for inputs in sequence:
            client.answered(inputs)
        effects.check(client, lambda: sequence, False)
        with self.assertRaises(Failure) as caught:
            effects.check(client, lambda: sequence[:3], False)
        self.assertEqual(caught.exception.fields["status"], "unstable")

    def test_inputs_must_hold_what_a_call_writes(self):
        reference = Reference("task", MEANS, "cpu", "fp32")
        effects, inputs = ChainEffects(reference, 0), reference.draw()
        effects.check_inputs(inputs, [inputs[1] / 2 + inputs[0]])
        effects.check_inputs(inputs, [])  # the oracle could not see them
        with self.assertRaises(Failure):
            effects.check_inputs(inputs, [inputs[1].clone()])


class Decisions(unittest.TestCase):
    def test_a_reference_that_one_rounding_decides_is_not_followed(self):
        self.assertTrue(of(MEANS).follows)
        self.assertFalse(of(CHAOTIC).follows)

    def test_inputs_are_left_out_if_what_is_written_depends_on_earlier_calls(self):
        self.assertTrue(of(MEANS).writes_steadily)
        self.assertFalse(of(DEPENDS).writes_steadily)

    def test_the_state_is_the_second_one_afterwards(self):
        reference = Reference("task", MEANS, "cpu", "fp32")
        ChainEffects(reference, 0)
        self.assertTrue(all(torch.equal(tensor, reference.states[1][name]) for name, tensor in reference.model.state_dict().items()))


if __name__ == "__main__":
    unittest.main()
