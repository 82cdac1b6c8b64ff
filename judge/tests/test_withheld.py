"""Before the release, a runner finds wrong values in the late rows of its inputs."""

import unittest

import torch

from judge.oracle.runner_link.late_inputs import LateInputs

SPANS = [(0, 80_000), (80_128, 64), (80_384, 72), (80_640, 8)]  # a large tensor, and small ones
BYTES = 80_896


class WithheldRows(unittest.TestCase):
    def setUp(self):
        self.buffer = torch.zeros(BYTES, dtype=torch.uint8)
        self.late = LateInputs(self.buffer, SPANS, 1, BYTES)
        self.addCleanup(self.late.close)

    def put(self) -> torch.Tensor:
        truth = torch.randint(0, 256, (BYTES,), dtype=torch.uint8)
        self.buffer.copy_(truth)
        self.late.hide()
        return truth

    def wrong(self, truth: torch.Tensor, offset: int, size: int) -> int:
        """The eight-byte units of a tensor that differ from the true input."""
        return int((self.buffer != truth)[offset : offset + size].view(-1, 8).any(dim=1).sum())

    def test_every_tensor_has_wrong_rows_before_the_release_and_none_after_it(self):
        for _draw in range(20):
            truth = self.put()
            self.assertEqual([self.wrong(truth, *span) for span in SPANS], [64, 8, 4, 1])
            self.late.release()
            self.assertTrue(torch.equal(self.buffer, truth))

    def test_the_wrong_rows_of_a_large_tensor_hold_other_rows_of_the_same_draw(self):
        truth = self.put()
        units, held = truth[:80_000].view(torch.int64), self.buffer[:80_000].view(torch.int64)
        self.assertTrue(torch.isin(held[held != units], units).all())

    def test_a_release_changes_no_inputs_that_were_left_in_place(self):
        self.put()
        self.late.release()
        self.buffer.fill_(7)
        self.late.leave()
        self.late.release()
        self.assertTrue(bool((self.buffer == 7).all()))

    def test_each_draw_gets_new_offsets(self):
        places = set()
        for _draw in range(3):
            truth = self.put()
            places.add(tuple((self.buffer != truth).nonzero().flatten().tolist()))
        self.assertEqual(len(places), 3)


if __name__ == "__main__":
    unittest.main()
