import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>
extern "C" int quantize(const float* x, int8_t* out, int64_t n, float steps) {
  #pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < n; ++i) {
    const float y = std::round(x[i] * steps);
    out[i] = (int8_t)std::min(127.0f, std::max(-128.0f, y));
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, x):
        from kernel import lib

        x = x.contiguous()
        out = torch.empty(x.shape, dtype=torch.int8)
        lib.quantize(x, out, x.numel(), 16.0)
        return out
