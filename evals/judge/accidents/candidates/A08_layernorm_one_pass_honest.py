import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
extern "C" int layernorm(const float* x, const float* w, const float* bias, float* out,
                         int64_t rows, int64_t d, float eps) {
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        const float* a = x + r * d;
        float* o = out + r * d;
        double s = 0.0, q = 0.0;
        for (int64_t i = 0; i < d; ++i) s += a[i];
        const double mean = s / d;
        for (int64_t i = 0; i < d; ++i) {
            const double c = a[i] - mean;
            q += c * c;
        }
        const double var = q / d;
        const float inv = 1.0f / std::sqrt((float)var + (float)eps);
        for (int64_t i = 0; i < d; ++i) o[i] = (float)(a[i] - mean) * inv * w[i] + bias[i];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, dim, eps):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        out = torch.empty_like(x)
        d = x.shape[-1]
        lib.layernorm(x, self.weight.detach().contiguous(), self.bias.detach().contiguous(), out,
                      x.numel() // d, d, self.eps)
        return out
