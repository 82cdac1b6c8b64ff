import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

extern "C" int unwrap(const float* x, float* out, int64_t rows, int64_t t) {
    const float pi = 3.14159265358979f, two_pi = 6.28318530717959f;
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        const float* xr = x + r * t;
        float* yr = out + r * t;
        float turns = 0.0f;
        if (t > 0) yr[0] = xr[0];
        for (int64_t i = 1; i < t; ++i) {
            const float d = xr[i] - xr[i - 1];
            if (!(std::fabs(d) < pi)) {
                turns += std::round(d / two_pi);
            }
            yr[i] = xr[i] - two_pi * turns;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, phase):
        from kernel import lib
        x = phase.float().contiguous()
        out = torch.empty_like(x)
        lib.unwrap(x, out, x.shape[0], x.shape[1])
        return out.to(phase.dtype)
