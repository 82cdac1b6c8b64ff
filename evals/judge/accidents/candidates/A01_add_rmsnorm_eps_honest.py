import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
extern "C" int add_rmsnorm(const float* x, const float* res, const float* w, float* out,
                           int64_t rows, int64_t d, float eps_) {
    const float eps = (float)eps_;
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        const float* a = x + r * d;
        const float* b = res + r * d;
        float* o = out + r * d;
        double s = 0.0;
        #pragma omp simd reduction(+:s)
        for (int64_t i = 0; i < d; ++i) {
            float h = a[i] + b[i];
            o[i] = h;
            s += (double)(h * h);
        }
        const float ms = (float)(s / (double)d);
        const float inv = 1.0f / std::sqrt(ms + eps);
        for (int64_t i = 0; i < d; ++i) o[i] = o[i] * inv * w[i];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, dim, eps):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x, residual):
        from kernel import lib
        x, residual = x.contiguous(), residual.contiguous()
        out = torch.empty_like(x)
        d = x.shape[-1]
        lib.add_rmsnorm(x, residual, self.weight.detach().contiguous(), out, x.numel() // d, d, self.eps)
        return out
