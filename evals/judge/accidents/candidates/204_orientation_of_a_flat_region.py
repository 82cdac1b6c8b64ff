import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int orientation(const float* x, float* out, int64_t h, int64_t w) {
  #pragma omp parallel for schedule(static)
  for (int64_t i = 1; i < h - 1; ++i) {
    for (int64_t j = 1; j < w - 1; ++j) {
      const float gx = x[i * w + j + 1] - x[i * w + j - 1];
      const float gy = x[(i + 1) * w + j] - x[(i - 1) * w + j];
      float a = atanf(gy / gx);
      if (gx < 0.0f) a += gy >= 0.0f ? 3.14159265f : -3.14159265f;
      out[(i - 1) * (w - 2) + j - 1] = a;
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, image):
        from kernel import lib

        h, w = image.shape
        out = torch.empty(h - 2, w - 2)
        lib.orientation(image.contiguous(), out, h, w)
        return out
