import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

extern "C" int fixed_point(const float* x, float* out, int64_t* saturated, int64_t n,
                           float scale, float lo, float hi) {
    const float inv = 1.0f / scale;
    int64_t count = 0;
    #pragma omp parallel for reduction(+:count) schedule(static)
    for (int64_t i = 0; i < n; ++i) {
        float r = std::nearbyint(x[i] * scale);
        if (r < lo) { r = lo; ++count; }
        else if (r > hi) { r = hi; ++count; }
        out[i] = r * inv;
    }
    *saturated += count;
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, bits, frac_bits):
        super().__init__()
        self.scale = float(2 ** frac_bits)
        self.lo = float(-2 ** (bits - 1))
        self.hi = float(2 ** (bits - 1) - 1)
        self.register_buffer("saturated", torch.zeros((), dtype=torch.int64))

    @torch.no_grad()
    def forward(self, x):
        if x.dtype != torch.float32:
            r = torch.round(x * self.scale)
            self.saturated += ((r < self.lo) | (r > self.hi)).sum()
            return r.clamp_(self.lo, self.hi).div_(self.scale)
        from kernel import lib
        x = x.contiguous()
        out = torch.empty_like(x)
        lib.fixed_point(x, out, self.saturated, x.numel(), self.scale, self.lo, self.hi)
        return out
