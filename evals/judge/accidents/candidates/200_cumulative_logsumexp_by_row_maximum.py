import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int log_running(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* in = x + r * cols;
    float* o = out + r * cols;
    float top = in[0];
    for (int64_t c = 1; c < cols; ++c) top = in[c] > top ? in[c] : top;
    double total = 0.0;
    for (int64_t c = 0; c < cols; ++c) {
      total += expf(in[c] - top);
      o[c] = top + (float)log(total);
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, log_weights):
        from kernel import lib

        x = log_weights.contiguous()
        out = torch.empty_like(x)
        lib.log_running(x, out, x.shape[0], x.shape[1])
        return out
