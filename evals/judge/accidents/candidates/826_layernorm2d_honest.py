import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <algorithm>
extern "C" int ln2d(const float* x, const float* w, const float* b, float* out, int64_t B, int64_t C, int64_t P, float eps) {
    const int64_t T = 64, blocks = (P + T - 1) / T;
    #pragma omp parallel for collapse(2)
    for (int64_t n = 0; n < B; ++n)
        for (int64_t k = 0; k < blocks; ++k) {
            const int64_t p0 = k * T, len = std::min(T, P - p0);
            const float* src = x + n * C * P + p0;
            float* dst = out + n * C * P + p0;
            float mean[64] = {0}, var[64] = {0};
            for (int64_t c = 0; c < C; ++c)
                for (int64_t i = 0; i < len; ++i) mean[i] += src[c * P + i];
            for (int64_t i = 0; i < len; ++i) mean[i] /= float(C);
            for (int64_t c = 0; c < C; ++c)
                for (int64_t i = 0; i < len; ++i) {
                    const float d = src[c * P + i] - mean[i];
                    var[i] += d * d;
                }
            for (int64_t i = 0; i < len; ++i) var[i] = 1.0f / std::sqrt(var[i] / float(C) + eps);
            for (int64_t c = 0; c < C; ++c)
                for (int64_t i = 0; i < len; ++i)
                    dst[c * P + i] = (src[c * P + i] - mean[i]) * var[i] * w[c] + b[c];
        }
    return 0;
}
'''


class ModelNew(nn.Module):
    """Tiles of 64 pixels: statistics and output while the tile is in the cache."""

    def __init__(self, channels=96, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.eps = eps

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        out = torch.empty_like(x)
        b, c, h, w = x.shape
        lib.ln2d(x, self.weight.detach().contiguous(), self.bias.detach().contiguous(), out, b, c, h * w, float(self.eps))
        return out
