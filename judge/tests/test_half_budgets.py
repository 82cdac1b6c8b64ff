"""The error budget of half types: eager's own error plus about two roundings of the output, and never an eighth of it."""

import unittest

import torch

from judge.oracle.numerics import tolerance

_HALF = (torch.bfloat16, torch.float16)


class Budgets(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(5)
        self.exact = torch.randn(256, 512, dtype=torch.float64)

    def share(self, output: torch.Tensor, eager: torch.Tensor) -> float:
        return tolerance.judge([output], [self.exact], [None], tolerance.eager_errors([eager], [self.exact])).share

    def rounded(self, dtype: torch.dtype, times: int) -> torch.Tensor:
        """The exact values after several roundings, each of another factor's product: the last one gives the output."""
        value = self.exact
        for factor in [1 + 0.37 * torch.rand(self.exact.shape, dtype=torch.float64) for _turn in range(times - 1)]:
            value = (value * factor).to(dtype).double() / factor
        return value.to(dtype)

    def test_two_further_roundings_pass_beside_an_eager_that_rounds_once(self):
        for dtype in _HALF:
            once = self.rounded(dtype, 1)
            for times, share in ((1, 0.23), (3, 0.4)):
                self.assertAlmostEqual(self.share(self.rounded(dtype, times), once), share, delta=0.03)

    def test_what_is_lost_beyond_that_fails(self):
        for dtype in _HALF:
            once = self.rounded(dtype, 1)
            few = (self.exact * (1 + 4 * torch.finfo(dtype).eps * torch.sign(torch.randn_like(self.exact)))).to(dtype)
            one = once.clone()
            one[3, 5] += 16 * torch.finfo(dtype).eps * (1 + abs(float(one[3, 5])))
            for output in (few, one):
                self.assertGreater(self.share(output, once), 1)

    def test_the_budget_follows_an_eager_that_rounds_often(self):
        for dtype in _HALF:
            often = self.rounded(dtype, 12)
            self.assertLess(self.share(often, often), 0.6)
            self.assertLess(self.share(self.rounded(dtype, 14), often), 0.8)

    def test_no_budget_is_as_wide_as_that_of_fp32_in_roundoffs(self):
        for dtype in _HALF:
            once = self.rounded(dtype, 1)
            off = (self.exact * (1 + tolerance.RMS_ROUNDOFFS / 2 * torch.finfo(dtype).eps / 2)).to(dtype)
            self.assertGreater(self.share(off, once), 1)


if __name__ == "__main__":
    unittest.main()
