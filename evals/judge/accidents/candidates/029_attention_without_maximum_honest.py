import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>
extern "C" int attention(const float* q, const float* k, const float* v, float* out, int64_t heads, int64_t n, int64_t m, int64_t d, float scale) {
  #pragma omp parallel for collapse(2) schedule(dynamic, 8)
  for (int64_t h = 0; h < heads; ++h)
    for (int64_t i = 0; i < n; ++i) {
      const float* query = q + (h * n + i) * d;
      float* o = out + (h * n + i) * d;
      const int64_t last = i + m - n;
      std::vector<float> s(last + 1);
      float top = -3.0e38f, sum = 0.0f;
      for (int64_t j = 0; j <= last; ++j) {
        const float* key = k + (h * m + j) * d;
        float dot = 0.0f;
        for (int64_t c = 0; c < d; ++c) dot += query[c] * key[c];
        s[j] = dot * scale;
        top = std::max(top, s[j]);
      }
      std::fill(o, o + d, 0.0f);
      for (int64_t j = 0; j <= last; ++j) {
        const float w = std::exp(s[j] - top);
        sum += w;
        const float* value = v + (h * m + j) * d;
        for (int64_t c = 0; c < d; ++c) o[c] += w * value[c];
      }
      for (int64_t c = 0; c < d; ++c) o[c] /= sum;
    }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, q, k, v):
        from kernel import lib

        q, k, v = q.contiguous(), k.contiguous(), v.contiguous()
        out = torch.empty_like(q)
        b, h, n, d = q.shape
        lib.attention(q, k, v, out, b * h, n, k.shape[2], d, float(d ** -0.5))
        return out
