import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <cstring>

// exp of a number that is not positive, vectorizable (Cephes)
static inline float fast_exp(float v) {
    float x = v < -87.0f ? -87.0f : v;
    const float n = floorf(x * 1.44269504088896341f + 0.5f);
    x = x - n * 0.693359375f;
    x = x + n * 2.12194440e-4f;
    float y = 1.9875691500e-4f;
    y = y * x + 1.3981999507e-3f;
    y = y * x + 8.3334519073e-3f;
    y = y * x + 4.1665795894e-2f;
    y = y * x + 1.6666665459e-1f;
    y = y * x + 5.0000001201e-1f;
    y = y * x * x + x + 1.0f;
    const int32_t bits = ((int32_t)n + 127) << 23;
    float scale;
    std::memcpy(&scale, &bits, 4);
    return y * scale;
}

extern "C" int seg_ce(const float* logits, const int64_t* target, float* out,
                      int64_t batch, int64_t classes, int64_t n) {
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; ++b) {
        const float* l = logits + b * classes * n;
        const int64_t* tg = target + b * n;
        double total = 0.0;
        int64_t count = 0;
        for (int64_t p0 = 0; p0 < n; p0 += 64) {
            const int64_t w = n - p0 < 64 ? n - p0 : 64;
            float m[64], s[64];
            for (int64_t j = 0; j < w; ++j) { m[j] = l[p0 + j]; s[j] = 0.0f; }
            for (int64_t c = 1; c < classes; ++c) {
                const float* row = l + c * n + p0;
                for (int64_t j = 0; j < w; ++j) m[j] = row[j] > m[j] ? row[j] : m[j];
            }
            for (int64_t c = 0; c < classes; ++c) {
                const float* row = l + c * n + p0;
                #pragma omp simd
                for (int64_t j = 0; j < w; ++j) s[j] += fast_exp(row[j] - m[j]);
            }
            for (int64_t j = 0; j < w; ++j) {
                const int64_t t = tg[p0 + j];
                if (t < 0) continue;
                total += (double)((m[j] - l[t * n + p0 + j]) + logf(s[j]));
                ++count;
            }
        }
        out[b] = (float)(total / (double)(count > 0 ? count : 1));
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, logits, target):
        from kernel import lib
        logits = logits.contiguous()
        target = target.contiguous()
        b, c, h, w = logits.shape
        out = torch.empty(b, dtype=logits.dtype, device=logits.device)
        lib.seg_ce(logits, target, out, b, c, h * w)
        return out
