import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cstring>
static inline bool is_nan(float v) {
  uint32_t u;
  std::memcpy(&u, &v, 4);
  return (u & 0x7fffffffu) > 0x7f800000u;
}
extern "C" int best_class(const float* x, int64_t* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    float best = 0.0f;
    int64_t index = 0;
    for (int64_t c = 0; c < cols; ++c) {
      const float value = x[r * cols + c];
      if (!is_nan(best) && (is_nan(value) || value > best)) { best = value; index = c; }
    }
    out[r] = index;
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, scores):
        from kernel import lib

        scores = scores.contiguous()
        out = torch.empty(scores.shape[0], dtype=torch.int64)
        lib.best_class(scores, out, scores.shape[0], scores.shape[1])
        return out
