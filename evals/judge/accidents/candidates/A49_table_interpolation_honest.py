import math
import torch
import torch.nn as nn


KERNEL_CPP = r'''
#include <algorithm>
#include <cstdint>
extern "C" int interp(const float* x, const float* xp, const float* fp, float* out, int64_t n, int64_t k) {
    const float lo = xp[0], hi = xp[k - 1];
    #pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        const float v = std::min(std::max(x[i], lo), hi);
        int64_t j = (int64_t)(std::upper_bound(xp, xp + k, v) - xp) - 1;
        j = std::min(std::max(j, (int64_t)0), k - 2);
        out[i] = fp[j] + (v - xp[j]) / (xp[j + 1] - xp[j]) * (fp[j + 1] - fp[j]);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, n):
        super().__init__()
        xp = torch.linspace(0.0, 1.0, n)
        self.register_buffer("xp", xp)
        self.register_buffer("fp", torch.exp(-xp) * torch.sin(6.0 * xp) + 2.0)

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        out = torch.empty_like(x)
        lib.interp(x, self.xp.contiguous(), self.fp.contiguous(), out, x.numel(), self.xp.numel())
        return out
