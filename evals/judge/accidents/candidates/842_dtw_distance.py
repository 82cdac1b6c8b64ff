import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
#include <algorithm>
extern "C" int dtw(const float* x, const float* y, const float* scale, float* out,
                   int64_t batch, int64_t n, int64_t m, int64_t c) {
    const int64_t radius = std::max(n, m) / 4 + std::abs(n - m);
    #pragma omp parallel for schedule(dynamic, 1)
    for (int64_t b = 0; b < batch; ++b) {
        const float* xb = x + b * n * c;
        const float* yb = y + b * m * c;
        std::vector<float> prev(m + 1, INFINITY), cur(m + 1, INFINITY);
        prev[0] = 0.0f;
        for (int64_t i = 1; i <= n; ++i) {
            const int64_t lo = std::max<int64_t>(1, i - radius), hi = std::min(m, i + radius);
            std::fill(cur.begin(), cur.end(), INFINITY);
            const float* xi = xb + (i - 1) * c;
            for (int64_t j = lo; j <= hi; ++j) {
                const float* yj = yb + (j - 1) * c;
                float s = 0.0f;
                for (int64_t k = 0; k < c; ++k) { const float d = (xi[k] - yj[k]) * scale[k]; s += d * d; }
                cur[j] = s + std::min(std::min(prev[j], cur[j - 1]), prev[j - 1]);
            }
            std::swap(prev, cur);
        }
        out[b] = std::sqrt(prev[m]);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(channels))

    def forward(self, x, y):
        from kernel import lib
        x, y = x.contiguous(), y.contiguous()
        out = torch.empty(x.shape[0], dtype=x.dtype)
        lib.dtw(x, y, self.scale.contiguous(), out, x.shape[0], x.shape[1], y.shape[1], x.shape[2])
        return out
