import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

static inline float e2m1(float a) {
    if (std::isnan(a)) return a;
    if (a < 0.25f) return 0.f;
    if (a < 0.75f) return 0.5f;
    if (a < 1.25f) return 1.f;
    if (a < 1.75f) return 1.5f;
    if (a < 2.5f) return 2.f;
    if (a < 3.5f) return 3.f;
    if (a < 5.f) return 4.f;
    return 6.f;
}

extern "C" int mxfp4(const float* x, float* out, int64_t blocks) {
    #pragma omp parallel for
    for (int64_t b = 0; b < blocks; b++) {
        const float* xb = x + b * 32;
        float* ob = out + b * 32;
        float top = 0.f;
        for (int i = 0; i < 32; i++) {
            float a = std::fabs(xb[i]);
            if (a > top || std::isnan(a)) top = a;
            if (std::isnan(top)) break;
        }
        int e = 0;
        std::frexp(top, &e);
        e -= 3;
        if (e < -126) e = -126;
        float scale = std::ldexp(1.f, e);
        for (int i = 0; i < 32; i++)
            ob[i] = std::copysign(e2m1(std::fabs(xb[i] / scale)), xb[i]) * scale;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        from kernel import lib
        xs = x.float().contiguous()
        out = torch.empty(x.shape, device=x.device)
        lib.mxfp4(xs, out, xs.numel() // 32)
        return out.to(x.dtype)
