import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>

extern "C" int group_norm_silu(const float* x, const float* weight, const float* bias, float* out,
                               int64_t N, int64_t G, int64_t D, int64_t HW, float eps) {
    #pragma omp parallel for collapse(2)
    for (int64_t n = 0; n < N; ++n)
        for (int64_t g = 0; g < G; ++g) {
            const int64_t len = D * HW;
            const float* p = x + (n * G + g) * len;
            float* o = out + (n * G + g) * len;
            double s = 0.0;
            for (int64_t i = 0; i < len; ++i) s += p[i];
            const double m = s / (double)len;
            double q = 0.0;
            for (int64_t i = 0; i < len; ++i) { const double d = p[i] - m; q += d * d; }
            const float mean = (float)m;
            const float rstd = (float)(1.0 / std::sqrt(q / (double)len + (double)eps));
            for (int64_t c = 0; c < D; ++c) {
                const float a = weight[c] * rstd;
                const float b = bias[c];
                for (int64_t i = c * HW; i < (c + 1) * HW; ++i) {
                    const float y = (p[i] - mean) * a + b;
                    o[i] = y / (1.0f + std::exp(-y));
                }
            }
        }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, groups, channels, eps):
        super().__init__()
        self.norm = nn.GroupNorm(groups, channels, eps=eps)

    def forward(self, x):
        from kernel import lib
        xc = x.contiguous().float()
        n, c = xc.shape[:2]
        g = self.norm.num_groups
        out = torch.empty(xc.shape)
        hw = xc[0, 0].numel() if n else 1
        lib.group_norm_silu(xc, self.norm.weight.float(), self.norm.bias.float(), out,
                            n, g, c // g, hw, self.norm.eps)
        return out.to(x.dtype)
