import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int running_total(const int64_t* sizes, int64_t* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    unsigned total = 0;
    for (int64_t c = 0; c < cols; ++c) {
      total += sizes[r * cols + c];
      out[r * cols + c] = (int)total;
    }
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, sizes):
        from kernel import lib

        sizes = sizes.contiguous()
        out = torch.empty_like(sizes)
        lib.running_total(sizes, out, sizes.shape[0], sizes.shape[1])
        return out
