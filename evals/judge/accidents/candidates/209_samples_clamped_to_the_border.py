import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>
extern "C" int warp(const float* x, const float* grid, float* out, int64_t batch, int64_t channels, int64_t h, int64_t w, int64_t points) {
  #pragma omp parallel for schedule(static)
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t p = 0; p < points; ++p) {
      float u = ((grid[(b * points + p) * 2] + 1.0f) * w - 1.0f) * 0.5f;
      float v = ((grid[(b * points + p) * 2 + 1] + 1.0f) * h - 1.0f) * 0.5f;
      u = std::min(std::max(u, 0.0f), (float)(w - 1));
      v = std::min(std::max(v, 0.0f), (float)(h - 1));
      const int64_t x0 = (int64_t)u, y0 = (int64_t)v;
      const int64_t x1 = std::min(x0 + 1, w - 1), y1 = std::min(y0 + 1, h - 1);
      const float fx = u - x0, fy = v - y0;
      for (int64_t c = 0; c < channels; ++c) {
        const float* im = x + (b * channels + c) * h * w;
        const float top = im[y0 * w + x0] * (1 - fx) + im[y0 * w + x1] * fx;
        const float low = im[y1 * w + x0] * (1 - fx) + im[y1 * w + x1] * fx;
        out[(b * channels + c) * points + p] = top * (1 - fy) + low * fy;
      }
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, x, grid):
        from kernel import lib

        b, c, h, w = x.shape
        out = torch.empty(b, c, grid.shape[1], grid.shape[2])
        lib.warp(x.contiguous(), grid.contiguous(), out, b, c, h, w, grid.shape[1] * grid.shape[2])
        return out
