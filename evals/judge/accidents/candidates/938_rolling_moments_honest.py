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
            double s = 0.0;
            for (int64_t k = 0; k < w; ++k) s += p[i + k];
            const double mu = s / w;
            double q = 0.0;
            for (int64_t k = 0; k < w; ++k) { const double d = p[i + k] - mu; q += d * d; }
            mean[r * m + i] = (float)mu;
            std[r * m + i] = (float)std::sqrt(q / (w - 1));
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
