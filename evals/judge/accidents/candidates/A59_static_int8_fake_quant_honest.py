import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int fake_quant(const float* x, const float* scale, float* y, int64_t R, int64_t C) {
    #pragma omp parallel for schedule(static)
    for (int64_t r = 0; r < R; ++r) {
        const float* a = x + r * C;
        float* o = y + r * C;
        for (int64_t c = 0; c < C; ++c) {
            const float v = std::nearbyint(a[c] / scale[c]);
            const float q = v < -128.f ? -128.f : (v > 127.f ? 127.f : v);
            o[c] = q * scale[c];
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.register_buffer("scale", torch.linspace(0.06, 0.09, channels))

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        y = torch.empty_like(x)
        C = x.shape[-1]
        lib.fake_quant(x, self.scale.contiguous(), y, x.numel() // C, C)
        return y
