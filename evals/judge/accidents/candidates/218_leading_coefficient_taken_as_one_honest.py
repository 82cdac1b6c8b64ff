import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int biquad(const float* x, const float* b, const float* a, float* out, int64_t channels, int64_t samples) {
  const float b0 = b[0] / a[0], b1 = b[1] / a[0], b2 = b[2] / a[0], a1 = a[1] / a[0], a2 = a[2] / a[0];
  #pragma omp parallel for schedule(static)
  for (int64_t c = 0; c < channels; ++c) {
    float s1 = 0.0f, s2 = 0.0f;
    for (int64_t t = 0; t < samples; ++t) {
      const float u = x[c * samples + t];
      const float y = b0 * u + s1;
      s1 = b1 * u - a1 * y + s2;
      s2 = b2 * u - a2 * y;
      out[c * samples + t] = y;
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, x, b, a):
        from kernel import lib

        out = torch.empty(x.shape)
        lib.biquad(x.contiguous(), b.contiguous(), a.contiguous(), out, x.shape[0], x.shape[1])
        return out
