import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>
extern "C" int partition(const float* emissions, const float* transitions, float* out, int64_t batch, int64_t steps, int64_t tags) {
  #pragma omp parallel for schedule(static)
  for (int64_t b = 0; b < batch; ++b) {
    const float* e = emissions + b * steps * tags;
    std::vector<float> alpha(tags), next(tags);
    for (int64_t j = 0; j < tags; ++j) alpha[j] = expf(e[j]);
    for (int64_t t = 1; t < steps; ++t) {
      for (int64_t j = 0; j < tags; ++j) {
        float sum = 0.0f;
        for (int64_t i = 0; i < tags; ++i) sum += alpha[i] * expf(transitions[i * tags + j]);
        next[j] = sum * expf(e[t * tags + j]);
      }
      alpha.swap(next);
    }
    float total = 0.0f;
    for (int64_t j = 0; j < tags; ++j) total += alpha[j];
    out[b] = logf(total);
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, tags):
        super().__init__()
        self.transitions = nn.Parameter(0.1 * torch.randn(tags, tags))

    def forward(self, emissions):
        from kernel import lib

        b, t, n = emissions.shape
        out = torch.empty(b)
        lib.partition(emissions.contiguous(), self.transitions, out, b, t, n)
        return out
