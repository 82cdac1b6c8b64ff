"""What a runner finds in its inputs before they are released."""

import unittest

import torch

from judge.withheld import Withheld

SPANS = [(0, 80_000), (80_128, 64), (80_384, 72), (80_640, 8)]  # a large tensor, and small ones
BYTES = 80_896


class WithheldRows(unittest.TestCase):
    def setUp(self):
        self.buffer = torch.zeros(BYTES, dtype=torch.uint8)
        self.withheld = Withheld(self.buffer, SPANS)
        self.addCleanup(self.withheld.close)

    def put(self) -> torch.Tensor:
        truth = torch.randint(0, 256, (BYTES,), dtype=torch.uint8)
        self.buffer.copy_(truth)
        self.withheld.hide()
        return truth

    def wrong(self, truth: torch.Tensor, offset: int, size: int) -> int:
        """Units of eight bytes of a tensor that do not hold the truth."""
        return int((self.buffer != truth)[offset : offset + size].view(-1, 8).any(dim=1).sum())

    def test_until_release_rows_of_every_tensor_are_wrong_and_afterwards_none(self):
        for _draw in range(20):
            truth = self.put()
            self.assertEqual([self.wrong(truth, *span) for span in SPANS], [64, 8, 4, 1])
            self.withheld.release()
            self.assertTrue(torch.equal(self.buffer, truth))

    def test_a_large_tensors_wrong_rows_hold_other_rows_of_the_same_draw(self):
        truth = self.put()
        units, held = truth[:80_000].view(torch.int64), self.buffer[:80_000].view(torch.int64)
        self.assertTrue(torch.isin(held[held != units], units).all())

    def test_places_are_chosen_anew_for_each_draw(self):
        places = set()
        for _draw in range(3):
            truth = self.put()
            places.add(tuple((self.buffer != truth).nonzero().flatten().tolist()))
        self.assertEqual(len(places), 3)


if __name__ == "__main__":
    unittest.main()
