import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int layer_norm(const float* x, const float* weight, const float* bias, float* out, int64_t rows, int64_t cols, float eps) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* p = x + r * cols;
    float part[8] = {0};
    int64_t c = 0;
    for (; c + 8 <= cols; c += 8)
      for (int j = 0; j < 8; ++j) part[j] += p[c + j];
    float mean = 0.0f;
    for (int j = 0; j < 8; ++j) { mean += part[j]; part[j] = 0.0f; }
    mean /= cols;
    for (c = 0; c + 8 <= cols; c += 8)
      for (int j = 0; j < 8; ++j) { float d = p[c + j] - mean; part[j] += d * d; }
    float variance = 0.0f;
    for (; c < cols; ++c) { float d = p[c] - mean; variance += d * d; }
    for (int j = 0; j < 8; ++j) variance += part[j];
    const float inverse = 1.0f / std::sqrt(variance / cols + eps);
    for (c = 0; c < cols; ++c) out[r * cols + c] = (p[c] - mean) * inverse * weight[c] + bias[c];
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.norm = nn.LayerNorm(features)

    def forward(self, x):
        from kernel import lib

        x = x.contiguous()
        out = torch.empty_like(x)
        lib.layer_norm(x, self.norm.weight, self.norm.bias, out, x.shape[0], x.shape[1], self.norm.eps)
        return out
