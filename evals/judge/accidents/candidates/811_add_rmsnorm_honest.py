import math
import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
extern "C" int add_rmsnorm(const float* x, const float* r, const float* w, float* out, float* h,
                           int64_t rows, int64_t D, float eps) {
    const float inv_d = 1.f / (float)D;
    #pragma omp parallel for
    for (int64_t i = 0; i < rows; i++) {
        const float* xi = x + i * D; const float* ri = r + i * D;
        float* hi = h + i * D; float* oi = out + i * D;
        float ss = 0.f;
        for (int64_t d = 0; d < D; d++) {
            const float v = xi[d] + ri[d];
            hi[d] = v;
            ss += v * v;
        }
        const float s = 1.f / std::sqrt(ss * inv_d + eps);
        for (int64_t d = 0; d < D; d++) oi[d] = hi[d] * s * w[d];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, dim=1024, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x, residual):
        from kernel import lib
        x, residual = x.contiguous(), residual.contiguous()
        out, h = torch.empty_like(x), torch.empty_like(x)
        D = x.shape[-1]
        if lib.add_rmsnorm(x, residual, self.weight.detach().contiguous(), out, h, x.numel() // D, D, float(self.eps)):
            raise RuntimeError("add_rmsnorm")
        return out, h
