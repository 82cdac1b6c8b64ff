"""The oracle keeps between candidates what depends on the task alone, as far as there is room."""

import unittest

import torch

from judge.device.memory import available_bytes
from judge.oracle import checks
from judge.oracle.task.admission import Admission
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.kept import Kept, Room
from judge.oracle.task.reference import Reference

_TASK = """
import torch

class Model(torch.nn.Linear):
    pass

def get_inputs():
    return [torch.randn(8, 16)]

def get_init_inputs():
    return [16, 4]
"""
_COUNTED = """
    def forward(self, x):
        calls.append(x.dtype)
        return super().forward(x).argmax(1)

calls = []
"""


class KeptTensors(unittest.TestCase):
    def setUp(self):
        self.drawn: "list[int]" = []
        self.kept = Kept(Room("cpu"), self.draw)

    def draw(self, seed: int, _distribution: str) -> Inputs:
        self.drawn.append(seed)
        return Inputs([torch.full((4,), float(seed))], {})

    def test_a_draw_is_made_once(self):
        found = [float(self.kept.inputs(seed, "shipped")[0][0]) for seed in (1, 2, 1, 2)]
        self.assertEqual((found, self.drawn), ([1, 2, 1, 2], [1, 2]))

    def test_the_same_seed_of_another_distribution_is_another_draw(self):
        self.kept.inputs(1, "shipped")
        self.kept.inputs(1, "ties")
        self.assertEqual(self.drawn, [1, 1])

    def test_the_shapes_of_a_task_share_one_room(self):
        beside = self.kept.beside(self.draw)
        beside.inputs(1, "shipped")
        self.kept.inputs(1, "shipped")
        self.assertEqual(self.drawn, [1, 1])  # equal keys of two shapes are two draws
        half = torch.empty(1).expand(int(0.03 * available_bytes("cpu")) // 4)
        self.assertEqual([self.kept.has_room([half]), beside.has_room([half])], [True, False])

    def test_what_finds_no_room_is_computed_again(self):
        large = torch.empty(1).expand(available_bytes("cpu"))
        self.assertFalse(self.kept.has_room([large]))
        computed: "list[int]" = []

        def compute() -> "list[torch.Tensor]":
            computed.append(1)
            return [large]

        self.kept.once("large", compute)
        self.kept.once("large", compute)
        self.assertEqual(len(computed), 2)

    def test_integers_of_eager_are_computed_once_for_a_draw(self):
        reference = Reference("task", _TASK.replace("    pass", _COUNTED), "cpu", "fp32")
        draw = checks.draw_under(reference, "shipped", 1)
        inputs = reference.draw(draw.seed, draw.distribution)
        right, calls = reference.eager(inputs), reference.module.calls
        calls.clear()
        for _candidate in range(3):
            checks.compared(reference, draw, inputs, right)
        self.assertEqual(calls, [torch.float32])  # and none in fp64

    def test_the_answers_of_all_distributions_share_the_room_of_the_task(self):
        reference, room = Reference("task", _TASK, "cpu", "fp32"), Room("cpu")
        reference.kept, room.left = Kept(room, reference.draw), 3 * 8 * 4 * 8  # three answers of 8 x 4 elements in fp64
        admission = Admission(reference, "fp32")
        for name in ("shipped", "flipped", "normal"):
            admission.examine(name)
        held = [draw.exact is not None for draws in admission.draws.values() for draw in draws]
        self.assertEqual((len(held), sum(held), room.left), (6, 3, 0))

    def test_an_answer_without_room_is_computed_under_the_state_of_its_draw(self):
        reference, room = Reference("task", _TASK, "cpu", "fp32"), Room("cpu")
        reference.kept, room.left = Kept(room, reference.draw), 0
        for state in (0, *(which for which in checks.TRAINED if reference.states[which])):
            draw = checks.draw_under(reference, "shipped", state)
            inputs = reference.draw(draw.seed, draw.distribution)
            with reference.holding(reference.states[state]):
                right = reference.eager(inputs)
            self.assertIsNone(draw.exact)
            self.assertLess(checks.compared(reference, draw, inputs, right), 1)
            with self.assertRaises(checks.Failure):
                checks.compared(reference, draw, inputs, reference.eager(inputs))


if __name__ == "__main__":
    unittest.main()
