"""A timed call that goes backward learns which upstream gradients count when forward has returned. A guess in forward is mostly wrong."""

import tempfile
import unittest
from pathlib import Path

import torch

from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.reference import Reference
from judge.tests.test_scripted_runner import Runner, laid_out

TASK = """
import torch
backward = True
class Model(torch.nn.Module):
    def forward(self, x):
        return torch.sin(x)
def get_inputs():
    return [torch.randn(8, 16)]
"""
# The cheat uses in forward the upstream gradients that lie behind its input, and keeps them. It goes backward again if others come.
CHEAT = """
import torch

class Sine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        guess = torch.as_strided(x, x.shape, x.stride(), x.numel() + x.storage_offset()).clone()
        ctx.save_for_backward(x, guess, guess * x.cos())
        return x.sin()

    @staticmethod
    def backward(ctx, up):
        x, guess, early = ctx.saved_tensors
        right = torch.equal(up, guess)
        with open("guesses", "a") as file:
            file.write(str(int(right)))
        return early if right else up * x.cos()

class ModelNew(torch.nn.Module):
    def forward(self, x):
        return Sine.apply(x)
"""
SETS, CHAINS = 10, 12


class Guesses(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        torch.set_num_threads(1)  # a forked process cannot use the threads of this one
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.reference = Reference("sine", TASK, "cpu", "fp32")
        laid_out(cls.reference, folder.name, CHEAT).give(folder.name, 0)
        cls.file = Path(folder.name, "guesses")
        runner = Runner(folder.name, lambda _ask, answer: answer)
        cls.addClassCleanup(runner.close)
        cls.client = RunnerClient("candidate-1", runner.channel, cls.reference, False, runner.suspension)
        cls.addClassCleanup(cls.client.close)
        cls.client.begin_load()
        cls.client.finish_load()

    def guesses(self) -> "list[int]":
        """Whether each guess since the last question was right."""
        found = [int(each) for each in self.file.read_text()]
        self.file.unlink()
        return found

    def judged(self, draws: list, outputs: list) -> None:
        for inputs, found in zip(draws, outputs):
            for got, exact in zip(found, self.reference.exact(inputs)):
                torch.testing.assert_close(got.double(), exact.double())

    def chain(self) -> None:
        """Times a chain and compares its outputs."""
        drawn = [self.reference.draw() for _ in range(SETS + 1)]
        self.client.put_chain([lambda one=one: one for one in drawn], lambda: self.reference.decoys("shipped"))
        self.client.timed(SETS, range(SETS))
        self.judged(drawn, self.client.outputs(self.client.give()[1], drawn))

    def test_the_cheat_reads_the_upstream_gradients_of_an_untimed_call(self):
        self.client.map(1)
        inputs = self.reference.draw()
        self.judged([inputs], [self.client.answered(inputs)])
        self.assertEqual(self.guesses(), [1])

    def test_a_third_of_its_guesses_is_right_in_timed_calls(self):
        self.client.map(SETS)
        self.client.warm_ups = 0
        for _ in range(CHAINS):
            self.chain()
        found = self.guesses()
        self.assertEqual(len(found), SETS * CHAINS)
        self.assertTrue(0.1 < sum(found) / len(found) < 0.6, found)  # by chance in all but one of a million runs

    def test_a_call_that_goes_forward_alone_learns_it_after_forward(self):
        self.client.map(SETS)
        self.client.warm_ups = 0
        drawn = [self.reference.draw() for _ in range(SETS + 1)]
        self.client.put_chain([lambda one=one: one for one in drawn], lambda: self.reference.decoys("shipped"))
        self.client.timed(SETS, range(SETS), forward_only=True)
        self.client.give()
        self.judged(drawn, self.client.forward_outputs())
        self.assertFalse(self.file.exists(), "a call went backward")


if __name__ == "__main__":
    unittest.main()
