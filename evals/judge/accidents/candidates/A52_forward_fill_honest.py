import math
import torch
import torch.nn as nn


KERNEL_CPP = r'''
#include <cstdint>
extern "C" int ffill(const float* x, const bool* observed, float* out, int64_t rows, int64_t n, float fill) {
    for (int64_t r = 0; r < rows; ++r) {
        float last = (float)fill;
        for (int64_t t = 0; t < n; ++t) {
            const int64_t i = r * n + t;
            if (observed[i]) last = x[i];
            out[i] = last;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, fill):
        super().__init__()
        self.fill = fill

    def forward(self, x, observed):
        from kernel import lib
        x, observed = x.contiguous(), observed.contiguous()
        out = torch.empty_like(x)
        lib.ffill(x, observed, out, x.shape[0], x.shape[1], float(self.fill))
        return out
