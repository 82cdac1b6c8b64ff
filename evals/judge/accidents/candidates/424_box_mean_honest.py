import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>
#include <algorithm>

extern "C" int box_mean(const float* x, float* out, int64_t n, int64_t h, int64_t w, int64_t r) {
    #pragma omp parallel for
    for (int64_t p = 0; p < n; ++p) {
        const float* src = x + p * h * w;
        float* dst = out + p * h * w;
        std::vector<float> rows(h * w);
        // horizontal window sums
        for (int64_t i = 0; i < h; ++i) {
            const float* a = src + i * w;
            for (int64_t j = 0; j < w; ++j) {
                int64_t lo = std::max<int64_t>(0, j - r), hi = std::min(w - 1, j + r);
                float s = 0.f;
                for (int64_t k = lo; k <= hi; ++k) s += a[k];
                rows[i * w + j] = s;
            }
        }
        // vertical window sums, one row of accumulators
        std::vector<float> acc(w);
        for (int64_t i = 0; i < h; ++i) {
            int64_t lo = std::max<int64_t>(0, i - r), hi = std::min(h - 1, i + r);
            std::fill(acc.begin(), acc.end(), 0.f);
            for (int64_t k = lo; k <= hi; ++k)
                for (int64_t j = 0; j < w; ++j) acc[j] += rows[k * w + j];
            for (int64_t j = 0; j < w; ++j) {
                int64_t nx = std::min(w - 1, j + r) - std::max<int64_t>(0, j - r) + 1;
                dst[i * w + j] = acc[j] / (float)((hi - lo + 1) * nx);
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, radius=4):
        super().__init__()
        self.radius = radius

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        h, w = x.shape[-2:]
        out = torch.empty_like(x)
        lib.box_mean(x, out, x.numel() // (h * w), h, w, self.radius)
        return out
