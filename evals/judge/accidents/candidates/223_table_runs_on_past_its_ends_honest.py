import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cstdint>
extern "C" int lookup(const float* x, const float* knots, const float* values, float* out, int64_t count, int64_t n) {
  #pragma omp parallel for schedule(static)
  for (int64_t k = 0; k < count; ++k) {
    int64_t i = std::lower_bound(knots, knots + n, x[k]) - knots;
    i = std::min(std::max<int64_t>(i, 1), n - 1);
    float t = (x[k] - knots[i - 1]) / (knots[i] - knots[i - 1]);
    t = std::min(std::max(t, 0.0f), 1.0f);
    out[k] = values[i - 1] + t * (values[i] - values[i - 1]);
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, x, knots, values):
        from kernel import lib

        out = torch.empty(x.shape)
        lib.lookup(x.contiguous(), knots.contiguous(), values.contiguous(), out, x.numel(), knots.numel())
        return out
