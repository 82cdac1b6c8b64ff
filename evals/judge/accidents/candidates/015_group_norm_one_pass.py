import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int group_norm(const float* x, const float* weight, const float* bias, float* out, int64_t batch, int64_t channels, int64_t groups, int64_t points, float eps) {
  const int64_t wide = channels / groups, n = wide * points;
  #pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < batch * groups; ++i) {
    const float* p = x + i * n;
    float* o = out + i * n;
    float sum = 0.0f, square = 0.0f;
    for (int64_t j = 0; j < n; ++j) { sum += p[j]; square += p[j] * p[j]; }
    const float mean = sum / n;
    const float variance = std::fmax(square / n - mean * mean, 0.0f);
    const float inverse = 1.0f / std::sqrt(variance + eps);
    for (int64_t c = 0; c < wide; ++c) {
      const int64_t channel = (i % groups) * wide + c;
      for (int64_t j = 0; j < points; ++j) o[c * points + j] = (p[c * points + j] - mean) * inverse * weight[channel] + bias[channel];
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, groups, channels):
        super().__init__()
        self.norm = nn.GroupNorm(groups, channels)

    def forward(self, x):
        from kernel import lib

        x = x.contiguous()
        out = torch.empty_like(x)
        lib.group_norm(x, self.norm.weight, self.norm.bias, out, x.shape[0], x.shape[1], self.norm.num_groups, x.shape[2] * x.shape[3], self.norm.eps)
        return out
