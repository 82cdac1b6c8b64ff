import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cstdint>
#include <cstring>
static inline bool is_nan(float v) {
  uint32_t u;
  std::memcpy(&u, &v, 4);
  return (u & 0x7fffffffu) > 0x7f800000u;
}
extern "C" int high_water(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    float top = 0.0f;
    for (int64_t c = 0; c < cols; ++c) {
      const float v = x[r * cols + c];
      if (!is_nan(top) && (is_nan(v) || v > top)) top = v;
      out[r * cols + c] = top;
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, level):
        from kernel import lib

        level = level.contiguous()
        out = torch.empty_like(level)
        lib.high_water(level, out, level.shape[0], level.shape[1])
        return out
