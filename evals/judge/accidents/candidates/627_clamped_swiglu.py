import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

extern "C" int swiglu(const float* x, float* out, int64_t n, float alpha, float limit) {
    #pragma omp parallel for
    for (int64_t i = 0; i < n; i++) {
        float g = x[2 * i];
        float u = x[2 * i + 1];
        g = g > limit ? limit : g;
        u = u > limit ? limit : u;
        float s = 1.f / (1.f + std::exp(-alpha * g));
        out[i] = g * s * (u + 1.f);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, alpha=1.702, limit=7.0):
        super().__init__()
        self.alpha = alpha
        self.limit = limit

    def forward(self, x):
        from kernel import lib
        xs = x.float().contiguous()
        out = torch.empty(*x.shape[:-1], x.shape[-1] // 2, device=x.device)
        lib.swiglu(xs, out, out.numel(), float(self.alpha), float(self.limit))
        return out.to(x.dtype)
