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
    float top = -INFINITY;
    double total = 0.0;
    for (int64_t c = 0; c < cols; ++c) {
      if (in[c] == top) {
        total += in[c] > -INFINITY ? 1.0 : 0.0;
      } else if (in[c] < top) {
        total += expf(in[c] - top);
      } else {
        total = total * exp((double)top - in[c]) + 1.0;
        top = in[c];
      }
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
