"""Hidden shapes lie between the declared ones, along the axes in which those differ."""

import unittest

import torch

from judge.oracle.task.unseen import COUNT, Axis, _length, axes_of, hidden_shapes
from judge.oracle.task.workloads import Row


def _attention(batch: int, length: int) -> Row:
    def inputs() -> list:
        return [torch.randn(batch, length, 64), {"keys": torch.randn(batch, 2 * length, 64)}, length, 0.5, torch.arange(batch)]

    return Row(f"{batch}x{length}", 1.0, inputs)


_ROWS = [_attention(8, 512), _attention(1, 1024), _attention(64, 16)]


class Unseen(unittest.TestCase):
    def test_places_with_one_length_are_one_axis_also_as_a_multiple_and_as_an_integer(self):
        axes = {axis.lengths: sorted(axis.places.items(), key=str) for axis in axes_of(_ROWS)}
        batch = [(((0,), 0), 1), (((1, "keys"), 0), 1), (((4,), 0), 1)]
        length = [(((0,), 1), 1), (((1, "keys"), 1), 2), (((2,), None), 1)]
        self.assertEqual(axes, {(8, 1, 64): batch, (512, 1024, 16): length})

    def test_hidden_shapes_are_new_and_between_the_declared_ones_and_some_are_odd(self):
        found = [hidden.inputs() for hidden in hidden_shapes(_ROWS)]
        self.assertEqual(len(found), COUNT)
        lengths = [(call[0].shape[0], call[0].shape[1]) for call in found]
        self.assertEqual(len({*lengths, (8, 512), (1, 1024), (64, 16)}), COUNT + 3)
        for (batch, length), call in zip(lengths, found):
            self.assertTrue(1 <= batch <= 64 and 16 <= length <= 1024)
            self.assertEqual((list(call[1]["keys"].shape), call[2], call[3], len(call[4])), ([batch, 2 * length, 64], length, 0.5, batch))
        self.assertTrue(all(length % 2 for _batch, length in lengths[1::2]))

    def test_an_odd_length_is_odd_at_either_end_too(self):
        for lengths, found in (((2, 4), {3}), ((1, 4), {1, 3}), ((3, 2), {3})):
            self.assertEqual({_length(Axis({}, lengths), odd=True) for _draw in range(200)}, found)  # by chance one of the two is missing in one of 1e20 runs

    def test_no_hidden_shape_has_more_elements_than_the_largest_declared_one(self):
        rows = [Row(str(lengths), 1.0, lambda lengths=lengths: [torch.empty(lengths)]) for lengths in ((4096, 8), (8, 4096), (512, 128))]
        found = [hidden.inputs()[0].numel() for hidden in hidden_shapes(rows, 40)]
        self.assertEqual((len(found), max(found) <= 512 * 128), (40, True))

    def test_a_hidden_shape_keeps_the_order_of_dimensions_in_memory(self):
        rows = [Row(str(size), 1.0, lambda size=size: [torch.randn(size, 16).t()]) for size in (10, 90)]
        [call, *_more] = [hidden.inputs() for hidden in hidden_shapes(rows)]
        self.assertEqual(call[0].stride(), (1, 16))

    def test_rows_that_differ_in_more_than_lengths_have_no_axes(self):
        more = Row("more", 1.0, lambda: [torch.randn(4, 4), torch.randn(4)])
        fewer = Row("fewer", 1.0, lambda: [torch.randn(8, 4), None])
        self.assertEqual(([*hidden_shapes([more, fewer])], [*hidden_shapes(_ROWS[:1])]), ([], []))


if __name__ == "__main__":
    unittest.main()
