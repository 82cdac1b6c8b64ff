import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
#include <algorithm>
extern "C" int max_pool(const float* x, float* y, int64_t P, int64_t H, int64_t W,
                        int64_t OH, int64_t OW, int64_t k, int64_t stride, int64_t pad) {
    #pragma omp parallel for schedule(static)
    for (int64_t p = 0; p < P; ++p) {
        const float* a = x + p * H * W;
        float* o = y + p * OH * OW;
        for (int64_t i = 0; i < OH; ++i) {
            const int64_t r0 = std::max<int64_t>(i * stride - pad, 0), r1 = std::min<int64_t>(i * stride - pad + k, H);
            for (int64_t j = 0; j < OW; ++j) {
                const int64_t c0 = std::max<int64_t>(j * stride - pad, 0), c1 = std::min<int64_t>(j * stride - pad + k, W);
                float m = -INFINITY;
                for (int64_t r = r0; r < r1; ++r)
                    for (int64_t c = c0; c < c1; ++c) {
                        const float v = a[r * W + c];
                        if (v > m || std::isnan(v)) m = v;
                    }
                o[i * OW + j] = m;
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, k, stride, pad):
        super().__init__()
        self.k, self.stride, self.pad = k, stride, pad

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        N, C, H, W = x.shape
        OH = (H + 2 * self.pad - self.k) // self.stride + 1
        OW = (W + 2 * self.pad - self.k) // self.stride + 1
        y = torch.empty(N, C, OH, OW, dtype=x.dtype)
        lib.max_pool(x, y, N * C, H, W, OH, OW, self.k, self.stride, self.pad)
        return y
