import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

extern "C" int adain(const float* x, const float* h, float* out, int64_t B, int64_t C, int64_t T, float eps) {
    #pragma omp parallel for collapse(2)
    for (int64_t b = 0; b < B; ++b)
    for (int64_t c = 0; c < C; ++c) {
        const float* xp = x + (b * C + c) * T;
        float* op = out + (b * C + c) * T;
        double s = 0., q = 0.;
        #pragma omp simd reduction(+:s)
        for (int64_t i = 0; i < T; ++i) s += (double)xp[i];
        const double mean = s / (double)T;
        #pragma omp simd reduction(+:q)
        for (int64_t i = 0; i < T; ++i) { const double d = (double)xp[i] - mean; q += d * d; }
        const double rstd = 1.0 / (std::sqrt(q / (double)T) + (double)eps);
        const double g = (1.0 + (double)h[b * 2 * C + c]) * rstd;
        const double be = (double)h[b * 2 * C + C + c];
        for (int64_t i = 0; i < T; ++i) op[i] = (float)(((double)xp[i] - mean) * g + be);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, style_dim: int, channels: int):
        super().__init__()
        self.norm = nn.InstanceNorm1d(channels, affine=False, eps=1e-5)
        self.fc = nn.Linear(style_dim, channels * 2)

    def forward(self, x, s):
        from kernel import lib
        x = x.contiguous()
        h = self.fc(s).detach().contiguous()
        out = torch.empty_like(x)
        lib.adain(x, h, out, x.shape[0], x.shape[1], x.shape[2], float(self.norm.eps))
        return out
