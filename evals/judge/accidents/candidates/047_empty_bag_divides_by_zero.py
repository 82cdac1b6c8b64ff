import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int bag_mean(const float* table, const int64_t* tokens, const int64_t* offsets, float* out, int64_t count, int64_t bags, int64_t features) {
  #pragma omp parallel for schedule(static)
  for (int64_t b = 0; b < bags; ++b) {
    const int64_t first = offsets[b], last = b + 1 < bags ? offsets[b + 1] : count;
    float* o = out + b * features;
    for (int64_t f = 0; f < features; ++f) o[f] = 0.0f;
    for (int64_t i = first; i < last; ++i) {
      const float* row = table + tokens[i] * features;
      for (int64_t f = 0; f < features; ++f) o[f] += row[f];
    }
    const float scale = 1.0f / (float)(last - first);
    for (int64_t f = 0; f < features; ++f) o[f] *= scale;
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, words, features):
        super().__init__()
        self.bag = nn.EmbeddingBag(words, features, mode="mean")

    def forward(self, tokens, offsets):
        from kernel import lib

        w = self.bag.weight
        out = torch.empty(offsets.numel(), w.shape[1])
        lib.bag_mean(w, tokens.contiguous(), offsets.contiguous(), out, tokens.numel(), offsets.numel(), w.shape[1])
        return out
