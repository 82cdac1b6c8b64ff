import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
typedef double acc_t;
extern "C" int rolling(const float* x, float* out, int64_t rows, int64_t len, int64_t win, float eps) {
    const int64_t m = len - win + 1;
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        const float* p = x + r * len;
        float* o = out + r * m;
        acc_t s = 0, q = 0, base = p[0];
        for (int64_t t = 0; t < win - 1; ++t) { acc_t v = p[t] - base; s += v; q += v * v; }
        for (int64_t t = win - 1; t < len; ++t) {
            acc_t v = p[t] - base;
            s += v; q += v * v;
            acc_t mean = s / win;
            acc_t var = q / win - mean * mean;
            if (var < 0) var = 0;
            o[t - win + 1] = (float)((v - mean) / (std::sqrt(var) + eps));
            acc_t u = p[t - win + 1] - base;
            s -= u; q -= u * u;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, window, eps):
        super().__init__()
        self.window, self.eps = window, eps

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        out = torch.empty(x.shape[0], x.shape[1] - self.window + 1, dtype=x.dtype, device=x.device)
        lib.rolling(x, out, x.shape[0], x.shape[1], self.window, float(self.eps))
        return out
