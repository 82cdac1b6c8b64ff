import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cstdint>
extern "C" int overlap(const int64_t* a, const int64_t* b, float* out, int64_t n, int64_t m) {
  typedef int area_t;
  #pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < n; ++i) {
    const int64_t* p = a + 4 * i;
    const area_t area_p = (area_t)((p[2] - p[0]) * (p[3] - p[1]));
    for (int64_t j = 0; j < m; ++j) {
      const int64_t* q = b + 4 * j;
      const area_t area_q = (area_t)((q[2] - q[0]) * (q[3] - q[1]));
      const int64_t w = std::max<int64_t>(0, std::min(p[2], q[2]) - std::max(p[0], q[0]));
      const int64_t h = std::max<int64_t>(0, std::min(p[3], q[3]) - std::max(p[1], q[1]));
      const area_t inter = (area_t)(w * h);
      out[i * m + j] = (float)inter / ((float)area_p + (float)area_q - (float)inter);
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, a, b):
        from kernel import lib

        out = torch.empty(a.shape[0], b.shape[0])
        lib.overlap(a.contiguous(), b.contiguous(), out, a.shape[0], b.shape[0])
        return out
