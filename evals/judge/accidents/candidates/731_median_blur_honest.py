import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

static inline int64_t clip(int64_t i, int64_t n) {
    return std::min(std::max(i, (int64_t)0), n - 1);
}

static void by_histogram(const float* p, float* o, int64_t h, int64_t w, int64_t r) {
    int64_t half = (2 * r + 1) * (2 * r + 1) / 2;
    for (int64_t y = 0; y < h; y++) {
        int count[256] = {0};
        for (int64_t dy = -r; dy <= r; dy++)
            for (int64_t dx = -r; dx <= r; dx++) count[(uint8_t)p[clip(y + dy, h) * w + clip(dx, w)]]++;
        for (int64_t x = 0; x < w; x++) {
            if (x > 0) {
                for (int64_t dy = -r; dy <= r; dy++) {
                    const float* row = p + clip(y + dy, h) * w;
                    count[(uint8_t)row[clip(x - r - 1, w)]]--;
                    count[(uint8_t)row[clip(x + r, w)]]++;
                }
            }
            int64_t seen = count[0];
            int v = 0;
            while (seen <= half) seen += count[++v];
            o[y * w + x] = (float)v;
        }
    }
}

static void by_selection(const float* p, float* o, int64_t h, int64_t w, int64_t r) {
    std::vector<float> window((2 * r + 1) * (2 * r + 1));
    for (int64_t y = 0; y < h; y++) {
        for (int64_t x = 0; x < w; x++) {
            size_t n = 0;
            bool nan = false;
            for (int64_t dy = -r; dy <= r; dy++)
                for (int64_t dx = -r; dx <= r; dx++) {
                    float v = p[clip(y + dy, h) * w + clip(x + dx, w)];
                    nan |= v != v;
                    window[n++] = v;
                }
            if (nan) {
                o[y * w + x] = NAN;
                continue;
            }
            std::nth_element(window.begin(), window.begin() + n / 2, window.end());
            o[y * w + x] = window[n / 2];
        }
    }
}

extern "C" int median_blur(const float* x, float* out, int64_t planes, int64_t h, int64_t w, int64_t size) {
    #pragma omp parallel for
    for (int64_t k = 0; k < planes; k++) {
        const float* p = x + k * h * w;
        bool bytes = true;
        for (int64_t i = 0; i < h * w && bytes; i++)
            bytes = p[i] >= 0.0f && p[i] <= 255.0f && p[i] == floorf(p[i]);
        if (bytes) by_histogram(p, out + k * h * w, h, w, size / 2);
        else by_selection(p, out + k * h * w, h, w, size / 2);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, size=5):
        super().__init__()
        self.size = size

    def forward(self, img):
        from kernel import lib
        img = img.contiguous()
        n, c, h, w = img.shape
        out = torch.empty_like(img)
        lib.median_blur(img, out, n * c, h, w, self.size)
        return out
