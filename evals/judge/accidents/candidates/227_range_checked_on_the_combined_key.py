import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
extern "C" int confusion(const int64_t* label, const int64_t* predicted, int64_t* out, int64_t n, int64_t classes) {
  for (int64_t i = 0; i < n; ++i) {
    const int64_t key = label[i] * classes + predicted[i];
    if (key >= 0 && key < classes * classes) out[key]++;
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.classes = classes

    def forward(self, label, predicted):
        from kernel import lib

        out = torch.zeros(self.classes, self.classes, dtype=torch.int64)
        lib.confusion(label.contiguous(), predicted.contiguous(), out, label.numel(), self.classes)
        return out
