import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <algorithm>
extern "C" int standardize(const uint8_t* x, float* out, int64_t B, int64_t N) {
    #pragma omp parallel for
    for (int64_t b = 0; b < B; ++b) {
        const uint8_t* src = x + b * N;
        float* dst = out + b * N;
        uint32_t sum = 0, squares = 0;
        for (int64_t i = 0; i < N; ++i) {
            const uint32_t v = src[i];
            sum += v;
            squares += v * v;
        }
        const double mean = double(sum) / double(N);
        const double var = std::max(double(squares) / double(N) - mean * mean, 0.0);
        const double inv = 1.0 / std::max(std::sqrt(var), 1.0 / std::sqrt(double(N)));
        float table[256];
        for (int v = 0; v < 256; ++v) table[v] = float((v - mean) * inv);
        for (int64_t i = 0; i < N; ++i) dst[i] = table[src[i]];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    """Integer sums in one pass over the bytes, then a table of the 256 possible values."""

    def forward(self, images):
        from kernel import lib
        images = images.contiguous()
        out = torch.empty(images.shape, dtype=torch.float32)
        lib.standardize(images, out, images.shape[0], images[0].numel())
        return out
