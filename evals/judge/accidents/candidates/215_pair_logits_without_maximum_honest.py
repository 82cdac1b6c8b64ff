import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>
static double one_way(const float* x, int64_t n, int64_t across, int64_t along) {
  double total = 0.0;
  for (int64_t i = 0; i < n; ++i) {
    float top = x[i * across];
    for (int64_t j = 1; j < n; ++j) top = std::max(top, x[i * across + j * along]);
    float sum = 0.0f;
    for (int64_t j = 0; j < n; ++j) sum += expf(x[i * across + j * along] - top);
    total += logf(sum) + top - x[i * n + i];
  }
  return total / n;
}
extern "C" int contrast(const float* logits, float* out, int64_t n) {
  *out = (float)(0.5 * (one_way(logits, n, n, 1) + one_way(logits, n, 1, n)));
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.logit_scale = nn.Parameter(torch.tensor(float(start)))

    def forward(self, image, text):
        from kernel import lib

        logits = F.normalize(image, dim=1) @ F.normalize(text, dim=1).t()
        logits = logits.mul(self.logit_scale.exp().clamp(max=100)).detach()
        out = torch.empty(())
        lib.contrast(logits, out, logits.shape[0])
        return out
