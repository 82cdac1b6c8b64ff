"""Whether the masks of two calls correlate: new ones never do, and those that come again do at the right shift."""

import unittest

import torch
import torch.nn.functional as F

from judge.oracle.dropout import goes_along, other_means, repeated

_CALLS, _ROWS, _COLUMNS = 16, 48, 40


class Masks(unittest.TestCase):
    def setUp(self):
        self.addCleanup(torch.set_num_threads, torch.get_num_threads())
        torch.set_num_threads(1)  # several wait for each other longer than they work
        torch.manual_seed(3)
        self.x = torch.randn(_ROWS, _COLUMNS)

    def calls(self, call) -> torch.Tensor:
        return torch.stack([call(at).double() for at in range(_CALLS)])

    def test_new_masks_raise_no_alarm_in_200_pairs_of_samples(self):
        for name, call in self.honest().items():
            with self.subTest(name):
                pairs = [(self.calls(call), self.calls(call)) for _look in range(200 // 8)]
                self.assertEqual({repeated(*pair) for pair in pairs} | {other_means(*pair) for pair in pairs}, {""})

    def honest(self) -> dict:
        weight, image = torch.randn(_COLUMNS, _COLUMNS), torch.rand(3, 16, _COLUMNS)
        return {
            "elements": lambda _at: F.dropout(self.x, 0.1),
            "few elements": lambda _at: F.dropout(self.x, 0.01),
            "most elements": lambda _at: F.dropout(self.x, 0.9),
            "rows": lambda _at: self.x * (torch.rand(_ROWS, 1) > 0.2),
            "channels": lambda _at: F.dropout1d(image, 0.3).reshape(_ROWS, _COLUMNS),
            "before a product": lambda _at: F.dropout(self.x, 0.2) @ weight,
            "noise": lambda _at: self.x + torch.randn_like(self.x),
            "a short row": lambda _at: F.dropout(self.x[:1, :7], 0.5),
            "one number for all": lambda _at: self.x * (torch.rand(1, 1) + 0.5),
            "all or nothing": lambda _at: self.x * (torch.rand(()) < 0.2),
        }

    def test_new_masks_of_small_outputs_never_seem_to_go_along(self):
        for shape in ((1, 10), (2, 8), (4, 8), (16, 8)):
            x = torch.randn(shape)
            with self.subTest(shape):
                pairs = [[self.calls(lambda _at, x=x: F.dropout(x, 0.3)) for _side in range(2)] for _look in range(200)]
                self.assertEqual({goes_along(*pair) for pair in pairs}, {""})

    def test_a_mask_that_rows_or_columns_share_is_found(self):
        for shape in ((2, 16), (16, 8), (_ROWS, _COLUMNS)):
            x = torch.randn(shape)
            usual = self.calls(lambda _at, x=x: F.dropout(x, 0.3))
            self.assertIn("row goes", goes_along(usual, self.calls(lambda _at, x=x: x * F.dropout(torch.ones_like(x[:1]), 0.3))))
            self.assertIn("column goes", goes_along(usual.mT, self.calls(lambda _at, x=x: x.T * F.dropout(torch.ones_like(x.T[:, :1]), 0.3))))

    def test_other_values_under_the_same_kind_of_mask_are_found(self):
        for share in (0.01, 0.2, 0.5):
            usual = self.calls(lambda _at, share=share: F.dropout(self.x, share))
            for name, x in {"columns in another order": self.x.flip(1), "a missing bias": self.x + 0.7, "a tenth of the rows": torch.cat([self.x[:-5], -self.x[-5:]])}.items():
                with self.subTest(f"{name} {share}"):
                    self.assertTrue(other_means(usual, self.calls(lambda _at, x=x, share=share: F.dropout(x, share))))

    def test_a_mask_that_comes_again_is_found_with_its_shift(self):
        noise = torch.rand(_ROWS, _COLUMNS)
        for share in (0.02, 0.3, 0.9):
            usual = self.calls(lambda _at, share=share: F.dropout(self.x, share))
            for name, noise_of, place in (
                ("a row further", lambda at: noise.roll(at, 0), "and 0 columns"),
                ("three columns further", lambda at: noise.roll(3 * at, 1), "0 rows and"),
                ("the same in every twelfth call", lambda at: torch.rand(_ROWS, _COLUMNS, generator=torch.Generator().manual_seed(at % 12)), "0 rows and 0 columns"),
            ):
                with self.subTest(f"{name} {share}"):
                    found = self.calls(lambda at, noise_of=noise_of, share=share: self.x * (noise_of(at) >= share) / (1 - share))
                    self.assertIn(place, repeated(usual, found))

    def test_outputs_that_are_not_random_are_not_compared(self):
        still, rounded = self.calls(lambda _at: self.x), self.calls(lambda at: self.x * (1 + 1e-5 * (at == 1)))
        self.assertEqual([repeated(still, still), repeated(still, rounded), repeated(self.calls(lambda _at: F.dropout(self.x, 0.1)), still)], [""] * 3)


if __name__ == "__main__":
    unittest.main()
