"""Uses data_ptr() of a tensor that may be non-contiguous. It fails on the task's own transposed input.

task: accidents/transposed_bias_gelu
task-cpu: accidents/cpu/transposed_bias_gelu
targets: cpu
expect: wrong
"""

import ctypes
import os
import subprocess
import tempfile

import torch
import torch.nn as nn
import torch.nn.functional as F

_SRC = r"""
#include <cstdint>
extern "C" int run(const float* x, const float* bias, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for
  for (int64_t r = 0; r < rows; r++)
    for (int64_t c = 0; c < cols; c++) { float v = x[r * cols + c] + bias[c]; out[r * cols + c] = v <= 0 ? 0.0f : 2 * v; }
  return 0;
}
"""


def _built():
    folder = tempfile.mkdtemp()
    source = os.path.join(folder, "k.cpp")
    open(source, "w").write(_SRC)
    subprocess.run(["g++", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", source, "-o", source + ".so"], check=True)
    return ctypes.CDLL(source + ".so")


_lib = _built()



class ModelNew(nn.Module):
    def forward(self, x, bias):
        out = torch.empty(x.shape)
        p, n = ctypes.c_void_p, ctypes.c_int64
        _lib.run(p(x.data_ptr()), p(bias.data_ptr()), p(out.data_ptr()), n(x.shape[0]), n(x.shape[1]))
        return out
