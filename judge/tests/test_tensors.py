"""Small functions on tensors: bitwise equality, values that are not finite, and outputs that are overwritten."""

import unittest

import torch

from judge.oracle.numerics.tensors import finite, same
from judge.runner.output_copy import overwrite


class Tensors(unittest.TestCase):
    def test_every_bit_counts_whatever_the_type_the_length_and_the_place(self):
        for dtype in (torch.float64, torch.float32, torch.bfloat16, torch.int64, torch.uint8, torch.bool):
            for length in (1, 3, 8, 1001):
                for first in {0, length // 3}:
                    with self.subTest(f"{dtype} {length} {first}"):
                        one = (torch.rand(length) * 100).to(dtype)
                        other = one.clone()
                        self.assertTrue(same(one[first:], other[first:]))
                        other.view(torch.uint8)[-1] ^= 1
                        self.assertFalse(same(one[first:], other[first:]))

    def test_nan_equals_itself(self):
        tensor = torch.tensor([1.0, float("nan")])
        self.assertTrue(same(tensor, tensor.clone()))

    def test_one_value_that_is_not_finite_is_found(self):
        self.assertTrue(finite([torch.ones(5), torch.ones(0), torch.tensor([True])]))
        for value in (float("nan"), float("inf"), -float("inf")):
            spoiled = torch.zeros(5)
            spoiled[2] = value
            self.assertFalse(finite([torch.ones(5), spoiled]))

    def test_no_value_of_an_output_is_left_whatever_its_size_and_layout(self):
        generator = torch.Generator().manual_seed(1)
        for shape in ((), (0,), (3,), (1 << 16,), (3, 70_001), (1000, 257)):
            for dtype in (torch.float32, torch.bfloat16, torch.float64):
                for output in (torch.full(shape, 7.0, dtype=dtype), torch.full(shape, 7.0, dtype=dtype).t() if len(shape) == 2 else torch.full(shape, 7.0, dtype=dtype)):
                    overwrite(output, generator)
                    self.assertTrue(bool((output.abs() <= 2).all()), (shape, dtype))
                    self.assertTrue(output.numel() < 1000 or float(output.float().std()) > 1, (shape, dtype))


if __name__ == "__main__":
    unittest.main()
