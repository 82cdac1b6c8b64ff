import math
import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <limits>

extern "C" int masked_max(const float* x, const int64_t* lengths, float* out,
                          int64_t B, int64_t T, int64_t C) {
    #pragma omp parallel for
    for (int64_t b = 0; b < B; ++b) {
        float* m = out + b * C;
        for (int64_t c = 0; c < C; ++c) m[c] = -std::numeric_limits<float>::infinity();
        const int64_t n = lengths[b] < T ? lengths[b] : T;
        const float* p = x + b * T * C;
        for (int64_t t = 0; t < n; ++t, p += C)
            for (int64_t c = 0; c < C; ++c) {
                const float v = p[c];
                m[c] = (v > m[c] || v != v) ? v : m[c];   // NaN propagates
            }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, x, lengths):
        from kernel import lib
        B, T, C = x.shape
        out = torch.empty(B, C, dtype=x.dtype)
        lib.masked_max(x.contiguous(), lengths.contiguous(), out, B, T, C)
        return out
