import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int running_low(const float* x, float* low, int64_t* day, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    float best = x[r * cols];
    int64_t at = 0;
    for (int64_t c = 0; c < cols; ++c) {
      const float v = x[r * cols + c];
      if (v <= best || v != v) {
        best = v;
        at = c;
      }
      low[r * cols + c] = best;
      day[r * cols + c] = at;
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, prices):
        from kernel import lib

        prices = prices.contiguous()
        low = torch.empty_like(prices)
        day = torch.empty(prices.shape, dtype=torch.int64)
        lib.running_low(prices, low, day, prices.shape[0], prices.shape[1])
        return low, day
