import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int advantages(const float* rewards, const float* values, const float* done, float* out, int64_t steps, int64_t n, float gamma, float lam) {
  #pragma omp parallel for schedule(static)
  for (int64_t e = 0; e < n; ++e) {
    float running = 0.0f;
    for (int64_t t = steps - 1; t >= 0; --t) {
      const float alive = 1.0f - done[t * n + e];
      const float delta = rewards[t * n + e] + gamma * values[(t + 1) * n + e] * alive - values[t * n + e];
      running = delta + gamma * lam * running;
      out[t * n + e] = running;
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, gamma, lam):
        super().__init__()
        self.gamma, self.lam = gamma, lam

    def forward(self, rewards, values, done):
        from kernel import lib

        out = torch.empty(rewards.shape)
        lib.advantages(rewards.contiguous(), values.contiguous(), done.contiguous(), out, rewards.shape[0], rewards.shape[1], self.gamma, self.lam)
        return out
