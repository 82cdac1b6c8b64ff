import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int select(const float* image, const uint8_t* mask, float* out, int64_t* found, int64_t count) {
  int64_t n = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (mask[i] != 0) out[n++] = image[i];
  }
  *found = n;
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, image, mask):
        from kernel import lib

        out = torch.empty(image.numel())
        found = torch.zeros(1, dtype=torch.int64)
        lib.select(image.contiguous(), mask.contiguous(), out, found, image.numel())
        return out[: int(found)]
