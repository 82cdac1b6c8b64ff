import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int moving_average(const float* x, float* out, int64_t rows, int64_t cols, int64_t window) {
  const int64_t steps = cols - window + 1;
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* in = x + r * cols;
    float sum = 0.0f;
    for (int64_t i = 0; i < window; ++i) sum += in[i];
    out[r * steps] = sum / window;
    for (int64_t t = 1; t < steps; ++t) {
      sum += in[t + window - 1] - in[t - 1];
      out[r * steps + t] = sum / window;
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, window):
        super().__init__()
        self.window = window

    def forward(self, x):
        from kernel import lib

        x = x.contiguous()
        out = torch.empty(x.shape[0], x.shape[1] - self.window + 1)
        lib.moving_average(x, out, x.shape[0], x.shape[1], self.window)
        return out
