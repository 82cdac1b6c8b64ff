import math
import torch
import torch.nn as nn


KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int rolling_std(const float* x, float* out, int64_t rows, int64_t n, int64_t w) {
    const int64_t m = n - w + 1;
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        for (int64_t t = 0; t < m; ++t) {
            const float* p = x + r * n + t;
            float s = 0.f, ss = 0.f;
            for (int64_t k = 0; k < w; ++k) { s += p[k]; ss += p[k] * p[k]; }
            float var = (ss - s * s / (float)w) / (float)(w - 1);
            if (var < 0.f) var = 0.f;
            out[r * m + t] = (float)std::sqrt(var);
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, window):
        super().__init__()
        self.window = window

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        rows, n = x.shape
        out = torch.empty(rows, n - self.window + 1, dtype=x.dtype)
        lib.rolling_std(x, out, rows, n, self.window)
        return out
