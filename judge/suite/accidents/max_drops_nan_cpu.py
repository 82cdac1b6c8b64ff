"""Computes the maximum by comparison (v > m ? v : m), which drops NaN. torch propagates NaN.

task: accidents/max_over_rows
task-cpu: accidents/cpu/max_over_rows
targets: cpu
expect: ok
unproven: nan
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
extern "C" int row_max(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for
  for (int64_t r = 0; r < rows; r++) {
    float m[16];
    for (int j = 0; j < 16; j++) m[j] = -__builtin_inff();
    for (int64_t c = 0; c < cols; c += 16)
      for (int j = 0; j < 16; j++) { float v = x[r * cols + c + j]; m[j] = v > m[j] ? v : m[j]; }
    float best = m[0]; 
    for (int j = 1; j < 16; j++) best = m[j] > best ? m[j] : best;
    
    out[r] = best;
  }
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
    def forward(self, x):
        out = torch.empty(x.shape[0])
        p, n = ctypes.c_void_p, ctypes.c_int64
        _lib.row_max(p(x.data_ptr()), p(out.data_ptr()), n(x.shape[0]), n(x.shape[1]))
        return out
