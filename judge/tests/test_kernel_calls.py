"""A kernel's functions get pointers and numbers of the contract's types. Arguments that a kernel cannot read are errors with their reason."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import torch

from judge.runner.kernel import Lib

_SOURCE = """
#include <cstdint>
extern "C" int sum(const float* x, double* out, int64_t n, float factor) {
  out[0] = 0;
  for (int64_t at = 0; at < n; ++at) out[0] += x[at];
  out[0] *= factor;
  return 0;
}
extern "C" int keep(int64_t* out, int64_t value, const void* rest) { out[0] = rest == nullptr ? value : -1; return 0; }
extern "C" int fail() { return 7; }
"""


class Calls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        source, built = Path(cls.folder.name, "kernel.cpp"), Path(cls.folder.name, "kernel.so")
        source.write_text(_SOURCE)
        subprocess.run(["g++", "-shared", "-fPIC", "-o", built, source], check=True)
        cls.lib = Lib(built, cuda=False)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_tensors_ints_and_floats_arrive(self):
        out = torch.zeros(1, dtype=torch.float64)
        self.lib.sum(torch.tensor([1.0, 2.0, 3.0]), out, 3, 0.5)
        self.assertEqual(out.item(), 3.0)

    def test_large_ints_bools_and_none_arrive(self):
        out = torch.zeros(1, dtype=torch.int64)
        for given, seen in ((1 << 40, 1 << 40), (-3, -3), (True, 1)):
            self.lib.keep(out, given, None)
            self.assertEqual(out.item(), seen)
        self.lib.keep(out, 1, out)
        self.assertEqual(out.item(), -1)

    def test_tensors_that_a_kernel_cannot_read_are_refused(self):
        out = torch.zeros(1, dtype=torch.float64)
        with self.assertRaisesRegex(ValueError, r"sum: argument 0, a tensor of shape \(3, 2\), is not contiguous; pass .contiguous\(\)"):
            self.lib.sum(torch.zeros(2, 3).t(), out, 6, 1.0)
        with self.assertRaisesRegex(ValueError, "is on meta; it must be on cpu"):
            self.lib.sum(torch.zeros(3, device="meta"), out, 3, 1.0)

    def test_other_arguments_are_refused(self):
        with self.assertRaisesRegex(ValueError, "keep: argument 1 is a str; pass a tensor, int, float, bool or None"):
            self.lib.keep(torch.zeros(1, dtype=torch.int64), "4", None)

    def test_a_status_other_than_0_is_an_error(self):
        with self.assertRaisesRegex(RuntimeError, "fail returned 7"):
            self.lib.fail()


if __name__ == "__main__":
    unittest.main()
