import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int shuffle(const float* x, float* out, int64_t batch, int64_t channels, int64_t h, int64_t w, int64_t r) {
  const int64_t planes = batch * channels;
  #pragma omp parallel for schedule(static)
  for (int64_t p = 0; p < planes; ++p) {
    for (int64_t i = 0; i < h * r; ++i) {
      for (int64_t j = 0; j < w * r; ++j) {
        const int64_t from = (p * r + i % r) * r + j % r;
        out[(p * h * r + i) * w * r + j] = x[(from * h + i / r) * w + j / r];
      }
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        from kernel import lib

        r = self.factor
        b, c, h, w = x.shape
        out = torch.empty(b, c // (r * r), h * r, w * r)
        lib.shuffle(x.contiguous(), out, b, c // (r * r), h, w, r)
        return out
