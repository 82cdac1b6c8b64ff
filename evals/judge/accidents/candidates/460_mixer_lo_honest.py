import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
#include <vector>

extern "C" int mixdown(const float* x, float* out, int64_t rows, int64_t t,
                       int64_t start, int64_t step) {
    // phase in 2^-64 turns, wraps by itself
    std::vector<float> lo(2 * t);
    uint64_t phase = (uint64_t)start * (uint64_t)step;
    for (int64_t i = 0; i < t; ++i) {
        double angle = 6.283185307179586 * ((double)(phase >> 11) * 0x1p-53);
        lo[2 * i] = (float)std::cos(angle);
        lo[2 * i + 1] = (float)-std::sin(angle);
        phase += (uint64_t)step;
    }
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        const float* a = x + r * t;
        float* o = out + 2 * r * t;
        for (int64_t i = 0; i < t; ++i) {
            o[2 * i] = a[i] * lo[2 * i];
            o[2 * i + 1] = a[i] * lo[2 * i + 1];
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, freq=1000.0, rate=48000.0):
        super().__init__()
        self.freq = freq
        self.rate = rate

    def forward(self, x, start):
        from kernel import lib
        a = x.to(torch.float32).contiguous()
        t = a.shape[-1]
        out = torch.empty(*a.shape, 2, dtype=torch.float32)
        step = round((self.freq / self.rate) % 1.0 * 2.0 ** 64) % 2 ** 64
        if step >= 2 ** 63:
            step -= 2 ** 64
        lib.mixdown(a, out, a.numel() // max(t, 1), t, int(start), step)
        return out.to(x.dtype)
