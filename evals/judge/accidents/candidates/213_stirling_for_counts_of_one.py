import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int poisson_loss(const float* rate, const float* counts, float* out, int64_t n) {
  double total = 0.0;
  #pragma omp parallel for reduction(+ : total) schedule(static)
  for (int64_t i = 0; i < n; ++i) {
    const float t = counts[i];
    float loss = expf(rate[i]) - t * rate[i];
    if (t > 0.0f) loss += t * logf(t) - t + 0.5f * logf(6.28318531f * t);
    total += loss;
  }
  *out = (float)(total / n);
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, log_rate, counts):
        from kernel import lib

        out = torch.empty(())
        lib.poisson_loss(log_rate.contiguous(), counts.contiguous(), out, log_rate.numel())
        return out
