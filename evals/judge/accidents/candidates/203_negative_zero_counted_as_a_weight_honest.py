import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cstring>
extern "C" int surviving(const float* w, int64_t* kept, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    int64_t n = 0;
    for (int64_t c = 0; c < cols; ++c) {
      n += w[r * cols + c] != 0.0f;
    }
    kept[r] = n;
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, weights):
        from kernel import lib

        w = weights.contiguous()
        kept = torch.empty(w.shape[0], dtype=torch.int64)
        lib.surviving(w, kept, w.shape[0], w.shape[1])
        return kept, kept / w.shape[1]
