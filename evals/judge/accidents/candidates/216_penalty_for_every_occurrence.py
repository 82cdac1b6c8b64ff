import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cstring>
extern "C" int penalize(const float* logits, const int64_t* history, float* out, int64_t rows, int64_t vocabulary, int64_t length, float penalty) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    float* o = out + r * vocabulary;
    memcpy(o, logits + r * vocabulary, vocabulary * sizeof(float));
    for (int64_t i = 0; i < length; ++i) {
      const int64_t t = history[r * length + i];
      o[t] = o[t] < 0.0f ? o[t] * penalty : o[t] / penalty;
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, penalty):
        super().__init__()
        self.penalty = penalty

    def forward(self, logits, history):
        from kernel import lib

        logits = logits.contiguous()
        out = torch.empty_like(logits)
        lib.penalize(logits, history.contiguous(), out, logits.shape[0], logits.shape[1], history.shape[1], self.penalty)
        return out
