import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int group_norm(const float* x, const float* w, const float* b, float* y,
                          int64_t N, int64_t C, int64_t S, int64_t G, float eps) {
    const int64_t D = C / G, n = D * S;
    #pragma omp parallel for schedule(static)
    for (int64_t t = 0; t < N * G; ++t) {
        const float* p = x + t * n;
        float* q = y + t * n;
        const int64_t c0 = (t % G) * D;
        double sum = 0., sq = 0.;
        for (int64_t i = 0; i < n; ++i) sum += p[i];
        const double mean = sum / n;
        for (int64_t i = 0; i < n; ++i) { const double d = p[i] - mean; sq += d * d; }
        const double var = sq / n;
        const float rstd = (float)(1.0 / std::sqrt((double)var + eps));
        for (int64_t d = 0; d < D; ++d) {
            const float sc = rstd * w[c0 + d], sh = b[c0 + d];
            for (int64_t i = 0; i < S; ++i)
                q[d * S + i] = (float)(p[d * S + i] - mean) * sc + sh;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, groups, channels):
        super().__init__()
        self.norm = nn.GroupNorm(groups, channels, eps=1e-5)

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        y = torch.empty_like(x)
        N, C = x.shape[0], x.shape[1]
        S = x.numel() // (N * C)
        lib.group_norm(x, self.norm.weight.detach().contiguous(), self.norm.bias.detach().contiguous(), y,
                       N, C, S, self.norm.num_groups, self.norm.eps)
        return y
