import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>
extern "C" int margin_loss(const float* scores, const int64_t* labels, float* out, int64_t rows, int64_t tags) {
  double total = 0.0;
  #pragma omp parallel for reduction(+ : total) schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* s = scores + r * tags;
    const int64_t* y = labels + r * tags;
    std::vector<int64_t> list;
    std::vector<char> hit(tags, 0);
    for (int64_t j = 0; j < tags; ++j) {
      if (y[j] < 0) break;
      list.push_back(y[j]);
      hit[y[j]] = 1;
    }
    double loss = 0.0;
    for (int64_t t : list) {
      for (int64_t i = 0; i < tags; ++i) {
        const float z = 1.0f - (s[t] - s[i]);
        if (!hit[i] && z > 0.0f) loss += z;
      }
    }
    total += loss / tags;
  }
  *out = (float)(total / rows);
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, scores, labels):
        from kernel import lib

        out = torch.empty(())
        lib.margin_loss(scores.contiguous(), labels.contiguous(), out, scores.shape[0], scores.shape[1])
        return out
