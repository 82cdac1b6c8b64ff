import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
#include <algorithm>

extern "C" int group_norm_silu(const float* x, const float* w, const float* b, float* out,
                               int64_t N, int64_t C, int64_t HW, int64_t G, float eps) {
    const int64_t cg = C / G, L = cg * HW;
    #pragma omp parallel for collapse(2)
    for (int64_t n = 0; n < N; ++n) {
        for (int64_t g = 0; g < G; ++g) {
            const float* xp = x + (n * C + g * cg) * HW;
            float* op = out + (n * C + g * cg) * HW;
            double s = 0., q = 0.;
            #pragma omp simd reduction(+:s)
            for (int64_t i = 0; i < L; ++i) s += (double)xp[i];
            const double mean = s / (double)L;
            #pragma omp simd reduction(+:q)
            for (int64_t i = 0; i < L; ++i) { const double d = (double)xp[i] - mean; q += d * d; }
            const double var = q / (double)L;
            const double rstd = 1.0 / std::sqrt((double)var + (double)eps);
            for (int64_t c = 0; c < cg; ++c) {
                const double sc = (double)w[g * cg + c] * rstd;
                const float be = b[g * cg + c];
                for (int64_t i = 0; i < HW; ++i) {
                    const float y = (float)(((double)xp[c * HW + i] - (double)mean) * sc + (double)be);
                    op[c * HW + i] = y / (1.f + std::exp(-y));
                }
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, channels: int, groups: int, eps: float):
        super().__init__()
        self.norm = nn.GroupNorm(groups, channels, eps=eps)

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        out = torch.empty_like(x)
        N, C = x.shape[:2]
        lib.group_norm_silu(x, self.norm.weight.detach().contiguous(), self.norm.bias.detach().contiguous(), out,
                            N, C, x[0, 0].numel(), self.norm.num_groups, float(self.norm.eps))
        return out
