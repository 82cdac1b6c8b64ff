import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>

extern "C" int cholesky_rank_one(const float* chol, const float* x, float* out,
                                 int64_t B, int64_t n, float alpha) {
    #pragma omp parallel for
    for (int64_t b = 0; b < B; ++b) {
        const float* src = chol + b * n * n;
        float* dst = out + b * n * n;
        std::vector<double> w(n);
        double sign = alpha < 0.0f ? -1.0 : 1.0;
        double scale = std::sqrt(std::fabs((double)alpha));
        for (int64_t i = 0; i < n; ++i) w[i] = scale * x[b * n + i];
        for (int64_t k = 0; k < n; ++k) {
            double lkk = src[k * n + k];
            double r = std::sqrt(lkk * lkk + sign * w[k] * w[k]);
            double c = r / lkk, s = w[k] / lkk;
            for (int64_t i = 0; i < k; ++i) dst[i * n + k] = 0.0f;
            dst[k * n + k] = (float)r;
            for (int64_t i = k + 1; i < n; ++i) {
                double l = (src[i * n + k] + sign * s * w[i]) / c;
                w[i] = c * w[i] - s * l;
                dst[i * n + k] = (float)l;
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    """Rank-one change of Cholesky factors by rotations, O(n^2) per matrix."""

    def forward(self, chol, x, alpha):
        from kernel import lib
        B, n = x.shape
        chol = chol.float().contiguous()
        x = x.float().contiguous()
        out = torch.empty(B, n, n)
        lib.cholesky_rank_one(chol, x, out, B, n, float(alpha))
        return out
