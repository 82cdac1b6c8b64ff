import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int leaky(const float* x, const float* start, const float* decay, float* out, int64_t batch, int64_t steps, int64_t features) {
  #pragma omp parallel for schedule(static)
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t t = 0; t < steps; ++t) {
      const float* p = x + (b * steps + t) * features;
      float* o = out + (b * steps + t) * features;
      for (int64_t f = 0; f < features; ++f) o[f] = (t ? decay[f] * (o - features)[f] : 0.0f) + (1.0f - decay[f]) * p[f];
    }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.decay = nn.Parameter(torch.linspace(0.5, 0.95, features))

    def forward(self, x, h):
        from kernel import lib

        x, h = x.contiguous(), h.contiguous()
        out = torch.empty_like(x)
        lib.leaky(x, h, self.decay, out, x.shape[0], x.shape[1], x.shape[2])
        return out
