import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int mish(const float* x, float* y, int64_t n) {
    #pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; ++i) {
        const float v = x[i];
        const float e = std::exp(v);
        const float k = e * (e + 2.f);
        y[i] = v > 20.f ? v : v * (k / (k + 2.f));
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        y = torch.empty_like(x)
        lib.mish(x, y, x.numel())
        return y
