import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int bucket(const int64_t* x, int64_t* out, int64_t n, int64_t buckets) {
  #pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < n; ++i) {
    const int64_t r = x[i] % buckets;
    out[i] = r < 0 ? r + buckets : r;
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, value):
        from kernel import lib

        value = value.contiguous()
        out = torch.empty_like(value)
        lib.bucket(value, out, value.numel(), 1024)
        return out
