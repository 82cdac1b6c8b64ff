import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>

extern "C" int rolling(const float* x, float* mean, float* std, int64_t rows, int64_t n, int64_t w) {
    const int64_t m = n - w + 1;
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        const float* p = x + r * n;
        for (int64_t i = 0; i < m; ++i) {
            float s = 0.0f, q = 0.0f;
            for (int64_t k = 0; k < w; ++k) { const float v = p[i + k]; s += v; q += v * v; }
            const float mu = s / w;
            const float var = (q - s * mu) / (w - 1);
            mean[r * m + i] = mu;
            std[r * m + i] = std::sqrt(var > 0.0f ? var : 0.0f);
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
        m = n - self.window + 1
        mean = torch.empty(rows, m, dtype=x.dtype, device=x.device)
        std = torch.empty_like(mean)
        lib.rolling(x, mean, std, rows, n, self.window)
        return mean, std
