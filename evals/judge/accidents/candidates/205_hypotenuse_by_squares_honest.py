import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int modulus(const float* a, const float* b, float* out, int64_t count) {
  #pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < count; ++i) {
    if (std::isinf(a[i]) || std::isinf(b[i])) out[i] = INFINITY;
    else out[i] = (float)sqrt((double)a[i] * a[i] + (double)b[i] * b[i]);
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, real, imag):
        from kernel import lib

        out = torch.empty(real.shape)
        lib.modulus(real.contiguous(), imag.contiguous(), out, out.numel())
        return out
