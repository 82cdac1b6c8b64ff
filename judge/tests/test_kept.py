"""The oracle keeps between candidates what depends on the task alone, as far as there is room."""

import unittest

import torch

from judge.device.memory import available_bytes
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.kept import Kept, Room


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


if __name__ == "__main__":
    unittest.main()
