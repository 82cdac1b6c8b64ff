import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cstring>

extern "C" int pool_unpool(const float* x, const float* y, float* pooled, float* up,
                           int64_t n, int64_t h, int64_t w) {
    int64_t oh = h / 2, ow = w / 2;
    #pragma omp parallel for
    for (int64_t p = 0; p < n; ++p) {
        const float* src = x + p * h * w;
        float* dst = up + p * h * w;
        std::memset(dst, 0, sizeof(float) * h * w);
        for (int64_t i = 0; i < oh; ++i) {
            for (int64_t j = 0; j < ow; ++j) {
                int64_t first = 2 * i * w + 2 * j;
                const int64_t cand[3] = {first + 1, first + w, first + w + 1};
                int64_t at = first;
                float best = src[first];
                for (int64_t k : cand) {
                    float v = src[k];
                    if (v >= best || v != v) { best = v; at = k; }
                }
                int64_t o = p * oh * ow + i * ow + j;
                pooled[o] = best;
                dst[at] = y[o];
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, y):
        from kernel import lib
        x = x.contiguous()
        y = y.contiguous()
        h, w = x.shape[-2:]
        pooled = torch.empty_like(y)
        up = torch.empty_like(x)
        lib.pool_unpool(x, y, pooled, up, x.shape[0] * x.shape[1], h, w)
        return pooled, up
