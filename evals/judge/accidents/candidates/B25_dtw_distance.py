import math
import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>

static const float BIG = 1e6f;

static inline float lower(float a, float b) { return (a < b || a != a) ? a : b; }

extern "C" int dtw(const float* x, const float* y, float* out, int64_t B, int64_t N, int64_t M) {
    #pragma omp parallel for
    for (int64_t b = 0; b < B; ++b) {
        std::vector<float> row(M + 1, BIG);
        row[0] = 0.f;
        for (int64_t i = 0; i < N; ++i) {
            float diag = row[0], left = BIG;
            row[0] = BIG;
            for (int64_t j = 0; j < M; ++j) {
                const float d = x[b * N + i] - y[b * M + j];
                const float c = d * d;
                const float up = row[j + 1];
                left = c + lower(lower(up, left), diag);
                diag = up;
                row[j + 1] = left;
            }
        }
        out[b] = row[M];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, x, y):
        from kernel import lib
        B, N = x.shape
        out = torch.empty(B, dtype=x.dtype)
        lib.dtw(x.contiguous(), y.contiguous(), out, B, N, y.shape[1])
        return out
