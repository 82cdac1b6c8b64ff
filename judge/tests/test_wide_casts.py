"""A reference that casts to float32 computes in float64 where the judge asks for exact answers."""

import unittest

import torch

from judge.oracle.task.reference import Reference

_COUNTS = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        ones = torch.ones(len(x), dtype=torch.float32)
        return torch.zeros(4, dtype=torch.float32).index_add(0, x, ones / 3).to(torch.float32) + x.float().mean()
def get_inputs():
    return [torch.randint(0, 4, (4096,))]
"""
_BITS = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        return ((x.float().view(torch.int32) >> 23) & 255) - 127
def get_inputs():
    return [torch.rand(64) + 0.5]
"""


class WideCasts(unittest.TestCase):
    def test_sums_behind_a_cast_are_exact(self):
        own = Reference("task.py", _COUNTS, "cpu", "fp32")
        inputs = own.draw()
        [exact], [eager] = own.exact(inputs), own.eager(inputs)
        counts = torch.bincount(inputs[0], minlength=4).double()
        self.assertEqual((exact.dtype, eager.dtype), (torch.float64, torch.float32))
        torch.testing.assert_close(exact, counts / 3 + inputs[0].double().mean(), rtol=1e-13, atol=0)
        self.assertGreater(float((eager - exact).abs().max()), 1e-6)

    def test_a_bit_pattern_of_float32_keeps_its_type(self):
        own = Reference("task.py", _BITS, "cpu", "fp32")
        inputs = own.draw()
        self.assertTrue(torch.equal(own.exact(inputs)[0], own.eager(inputs)[0]))


if __name__ == "__main__":
    unittest.main()
