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
extern "C" int max_pool(const float* x, float* out, int64_t planes, int64_t h, int64_t w, int64_t oh, int64_t ow) {
  #pragma omp parallel for schedule(static)
  for (int64_t p = 0; p < planes; ++p)
    for (int64_t i = 0; i < oh; ++i)
      for (int64_t j = 0; j < ow; ++j) {
        float top = x[(p * h + 2 * i) * w + 2 * j];
        for (int64_t y = std::max<int64_t>(0, 2 * i - 1); y < std::min(h, 2 * i + 2); ++y)
          for (int64_t z = std::max<int64_t>(0, 2 * j - 1); z < std::min(w, 2 * j + 2); ++z)
            {
              const float v = x[(p * h + y) * w + z];
              if (!is_nan(top) && (is_nan(v) || v > top)) top = v;
            }
        out[(p * oh + i) * ow + j] = top;
      }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, x):
        from kernel import lib

        x = x.contiguous()
        b, c, h, w = x.shape
        out = torch.empty(b, c, (h - 1) // 2 + 1, (w - 1) // 2 + 1)
        lib.max_pool(x, out, b * c, h, w, out.shape[2], out.shape[3])
        return out
