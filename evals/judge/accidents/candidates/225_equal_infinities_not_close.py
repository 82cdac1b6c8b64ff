import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int close(const float* a, const float* b, uint8_t* out, int64_t n, float rtol, float atol) {
  #pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < n; ++i) {
    out[i] = fabsf(a[i] - b[i]) <= atol + rtol * fabsf(b[i]);
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, rtol, atol):
        super().__init__()
        self.rtol, self.atol = rtol, atol

    def forward(self, a, b):
        from kernel import lib

        out = torch.empty(a.shape, dtype=torch.uint8)
        lib.close(a.contiguous(), b.contiguous(), out, a.numel(), self.rtol, self.atol)
        return out.bool()
