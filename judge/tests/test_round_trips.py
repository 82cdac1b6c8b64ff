"""What a check of a candidate costs: messages to its process, and memory for what a call leaves behind. Against a real runner of a small task."""

import os
import tempfile
import unittest
from pathlib import Path

import torch

from judge.oracle import checks
from judge.oracle.effects import check_effects
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.kept import Kept, Room
from judge.oracle.task.layouts import Layout
from judge.oracle.task.reference import Reference
from judge.oracle.unproven import _right_as_laid_out
from judge.protocol.errors import Failure
from judge.tests.test_scripted_runner import Runner, laid_out

TASK = """
import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(16, 16))
        self.register_buffer("calls", torch.zeros(()))
    def forward(self, x):
        self.calls += 1
        return x @ self.weight
def get_inputs():
    return [torch.randn(8, 16)]
"""
RIGHT = TASK.replace("Model", "ModelNew")
# It keeps its last output, and tells in a file whether the output was overwritten before the next call.
REMEMBERS = """
import torch
from model_right import ModelNew as Right
class ModelNew(Right):
    last = None
    def forward(self, x):
        if self.last is not None:
            with open("overwritten", "a") as file:
                file.write(str(int(not torch.equal(*self.last))))
        y = super().forward(x)
        self.last = y, y.clone()
        return y
"""
UNREADABLE = """
import torch
from model_right import ModelNew as Right
class ModelNew(Right):
    def forward(self, x):
        return {super().forward(x)}
"""
OVERLAPPING = UNREADABLE.replace("{super().forward(x)}", "super().forward(x)[:, :1].expand(8, 16)")
CHANGES_WEIGHT = UNREADABLE.replace("return {super().forward(x)}", "y = super().forward(x)\n        self.weight.data[0, 0] += 1e-3\n        return y")
VIEWS = TASK.replace("return x @ self.weight", "return self.weight")
LOSES_ITS_DEVICE = """
import sys, torch
from model_right import ModelNew as Right
handlers = sys.modules["judge.runner.__main__"].HANDLERS
def lost(*_request):
    raise RuntimeError("misaligned address")
class ModelNew(Right):
    def forward(self, x):
        if x.data_ptr() % 16:
            handlers.update(dict.fromkeys(handlers, lost))
            lost()
        return super().forward(x)
"""


class RealRunner(unittest.TestCase):
    def setUp(self):
        torch.set_num_threads(1)  # a forked process cannot use the threads of this one
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def started(self, candidate: str, task: str = TASK) -> "tuple[Reference, RunnerClient]":
        """The reference of a task, and a client of a runner that holds the candidate with the second state."""
        reference = Reference("task", task, "cpu", "fp32")
        (self.folder / "model_right.py").write_text(task.replace("Model", "ModelNew"))
        parameters = laid_out(reference, str(self.folder), candidate)
        parameters.give(str(self.folder), 0)
        runner = Runner(str(self.folder), self.seen)
        self.addCleanup(runner.close)
        client = RunnerClient("candidate-1", runner.channel, reference, False, runner.suspension)
        self.addCleanup(client.close)
        client.lay_state = lambda which, values: parameters.give(str(self.folder), which, values)
        client.begin_load()
        client.finish_load()
        client.rpc.stage = "correctness"
        client.reload(1)
        return reference, client

    def seen(self, ask: str, answer: dict) -> dict:
        with open("asked", "a") as file:
            file.write(f"{ask}\n")
        return answer

    def asked(self) -> "list[str]":
        """The messages since the last question."""
        found = (self.folder / "asked").read_text().split()
        os.truncate(self.folder / "asked", 0)
        return found

    def answered(self, reference: Reference, client: RunnerClient) -> None:
        inputs = reference.draw()
        for got, right in zip(client.answered(inputs), reference.eager(inputs)):
            torch.testing.assert_close(got, right)


class Messages(RealRunner):
    def test_a_call_after_the_first_one_is_one_message(self):
        reference, client = self.started(RIGHT)
        self.answered(reference, client)
        self.asked()
        for _ in range(3):
            self.answered(reference, client)
        self.assertEqual(self.asked(), ["call"] * 3)

    def test_the_inputs_lie_in_any_of_the_places(self):
        reference, client = self.started(REMEMBERS.replace('"overwritten"', '"places"').replace("int(not torch.equal(*self.last))", "x.data_ptr()").replace("str(", "'%d ' % ("))
        for _ in range(30):
            self.answered(reference, client)
        self.assertEqual(len(set((self.folder / "places").read_text().split())), client.shared.sets + 1)

    def test_an_output_is_overwritten_before_the_next_call(self):
        reference, client = self.started(REMEMBERS)
        for _ in range(4):
            self.answered(reference, client)
        self.assertEqual((self.folder / "overwritten").read_text(), "111")

    def test_an_output_that_shall_be_kept_is_there_after_the_next_call(self):
        reference, client = self.started(RIGHT)
        one, other = reference.draw(), reference.draw()
        before = client.answered(one, keep=True)
        client.put([other], keep=True)
        client.call(keep=True)
        client.give(first=1)
        self.assertTrue(torch.equal(client.outputs(client.give()[1], [other])[0][0], before[0]))

    def test_outputs_that_are_views_of_the_state_stay_as_they_are(self):
        reference, client = self.started(VIEWS.replace("Model", "ModelNew"), VIEWS)
        self.answered(reference, client)
        reference.updated = ["weight"]
        weight = reference.states[1]["weight"]
        self.assertTrue(torch.equal(client.effects([weight])[0], weight))

    def test_outputs_that_cannot_be_read_or_have_another_form_break_the_contract(self):
        for candidate, problem in ((UNREADABLE, "could not be read"), (OVERLAPPING, "not contiguous")):
            self.setUp()
            reference, client = self.started(candidate)
            with self.subTest(problem), self.assertRaises(Failure) as caught:
                client.answered(reference.draw())
            self.assertEqual(caught.exception.fields["status"], "contract_failed")
            self.assertIn(problem, caught.exception.problem)

    def test_a_layout_of_one_call_is_mapped_and_left_by_the_next_calls_alone(self):
        reference, client = self.started(RIGHT)
        self.asked()
        with reference.rearranged(reference.input_strides, 1):
            self.answered(reference, client)
            self.answered(reference, client)
        self.assertEqual(self.asked().count("map"), 1)
        self.answered(reference, client)
        self.assertEqual(self.asked().count("map"), 1)

    def test_a_device_that_is_lost_at_an_odd_offset_shows_in_one_more_message(self):
        reference, client = self.started(LOSES_ITS_DEVICE)
        draw = checks.draw_under(reference, "shipped", 1)
        client.expect_answer()
        self.assertFalse(_right_as_laid_out(reference, client, draw, Layout("offset", reference.input_strides, 1)))
        with self.assertRaises(Failure):
            client.expect_answer()


class Effects(RealRunner):
    def test_only_what_a_call_changes_takes_room(self):
        reference, client = self.started(RIGHT)
        room = Room("cpu")
        reference.kept, before = Kept(room, reference.draw), room.left
        draw = checks.draw_under(reference, "shipped", 1)
        taken = before - room.left
        client.answered(reference.kept.inputs(draw.seed, draw.distribution))
        check_effects(reference, client, draw, 1)
        inputs = 8 * 16 * 4
        self.assertEqual(before - room.left - taken, inputs + 4 + 8)  # the counter of eager and of fp64

    def test_a_parameter_that_the_reference_leaves_alone_must_stay(self):
        reference, client = self.started(CHANGES_WEIGHT)
        draw = checks.draw_under(reference, "shipped", 1)
        client.answered(reference.draw(draw.seed, draw.distribution))
        with self.assertRaises(Failure) as caught:
            check_effects(reference, client, draw, 1)
        self.assertIn("parameter weight", caught.exception.problem)


if __name__ == "__main__":
    unittest.main()
