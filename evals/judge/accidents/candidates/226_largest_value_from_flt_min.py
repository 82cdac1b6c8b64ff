import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cfloat>
#include <cstdint>
extern "C" int rescale(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* in = x + r * cols;
    float low = FLT_MAX, high = FLT_MIN;
    for (int64_t c = 0; c < cols; ++c) {
      low = in[c] != in[c] ? in[c] : std::min(low, in[c]);
      high = in[c] != in[c] ? in[c] : std::max(high, in[c]);
    }
    for (int64_t c = 0; c < cols; ++c) out[r * cols + c] = (in[c] - low) / (high - low);
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, x):
        from kernel import lib

        x = x.contiguous()
        out = torch.empty_like(x)
        lib.rescale(x, out, x.shape[0], x.shape[1])
        return out
