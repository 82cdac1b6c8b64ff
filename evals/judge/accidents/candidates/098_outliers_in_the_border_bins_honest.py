import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int histogram(const float* x, float* out, int64_t n, int64_t bins) {
  for (int64_t b = 0; b < bins; ++b) out[b] = 0.0f;
  #pragma omp parallel for schedule(static) reduction(+ : out[:bins])
  for (int64_t i = 0; i < n; ++i) {
    if (!(x[i] >= 0.0f && x[i] <= 1.0f)) continue;
    int64_t b = (int64_t)std::floor(x[i] * bins);
    if (b < 0) b = 0;
    if (b >= bins) b = bins - 1;
    out[b] += 1.0f;
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, bins):
        super().__init__()
        self.bins = bins

    def forward(self, x):
        from kernel import lib

        x = x.contiguous()
        out = torch.empty(self.bins)
        lib.histogram(x, out, x.numel(), self.bins)
        return out
