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
        // horizontal window sums, O(1) per pixel
        for (int64_t i = 0; i < h; ++i) {
            const float* a = src + i * w;
            float s = 0.f;
            for (int64_t j = 0; j < std::min(r, w); ++j) s += a[j];
            for (int64_t j = 0; j < w; ++j) {
                if (j + r < w) s += a[j + r];
                if (j - r - 1 >= 0) s -= a[j - r - 1];
                rows[i * w + j] = s;
            }
        }
        // vertical window sums, one running sum per column
        std::vector<float> acc(w, 0.f);
        for (int64_t i = 0; i < std::min(r, h); ++i)
            for (int64_t j = 0; j < w; ++j) acc[j] += rows[i * w + j];
        for (int64_t i = 0; i < h; ++i) {
            if (i + r < h)
                for (int64_t j = 0; j < w; ++j) acc[j] += rows[(i + r) * w + j];
            if (i - r - 1 >= 0)
                for (int64_t j = 0; j < w; ++j) acc[j] -= rows[(i - r - 1) * w + j];
            int64_t ny = std::min(h - 1, i + r) - std::max<int64_t>(0, i - r) + 1;
            for (int64_t j = 0; j < w; ++j) {
                int64_t nx = std::min(w - 1, j + r) - std::max<int64_t>(0, j - r) + 1;
                dst[i * w + j] = acc[j] / (float)(ny * nx);
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
