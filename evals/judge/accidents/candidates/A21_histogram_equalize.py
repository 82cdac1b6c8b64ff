import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>

static inline int bin_of(float v) {
    const int k = (int)(v * 256.0f);
    return (uint8_t)k;
}

extern "C" int equalize(const float* img, float* out, int64_t batch, int64_t n) {
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; ++b) {
        const float* x = img + b * n;
        float* o = out + b * n;
        int64_t hist[256] = {0};
        for (int64_t i = 0; i < n; ++i) hist[bin_of(x[i])]++;
        float lut[256];
        int64_t first = 0;
        for (int k = 0; k < 256; ++k) {
            if (hist[k]) { first = hist[k]; break; }
        }
        const int64_t rest = n - first;
        const float denom = (float)(rest < 1 ? 1 : rest);
        int64_t cdf = 0;
        for (int k = 0; k < 256; ++k) {
            cdf += hist[k];
            lut[k] = (float)(cdf - first) / denom;
        }
        for (int64_t i = 0; i < n; ++i) o[i] = lut[bin_of(x[i])];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, img):
        from kernel import lib
        img = img.contiguous()
        out = torch.empty_like(img)
        lib.equalize(img, out, img.shape[0], img.shape[1] * img.shape[2])
        return out
