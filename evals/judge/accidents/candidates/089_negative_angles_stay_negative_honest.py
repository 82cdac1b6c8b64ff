import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int wrap(const float* x, float* out, int64_t n, float turn) {
  #pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < n; ++i) {
    float r = std::fmod(x[i], turn);
    if (r < 0) r += turn;
    out[i] = r;
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, angle):
        from kernel import lib

        angle = angle.contiguous()
        out = torch.empty_like(angle)
        lib.wrap(angle, out, angle.numel(), 360.0)
        return out
