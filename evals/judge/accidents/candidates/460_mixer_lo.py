import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
#include <vector>

extern "C" int mixdown(const float* x, float* out, int64_t rows, int64_t t,
                       int64_t start, float freq, float rate) {
    std::vector<float> lo(2 * t);
    const float step = freq / rate;
    for (int64_t i = 0; i < t; ++i) {
        float turns = step * (float)(start + i);
        turns -= std::floor(turns);
        float angle = 6.283185307f * turns;
        lo[2 * i] = std::cos(angle);
        lo[2 * i + 1] = -std::sin(angle);
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
        lib.mixdown(a, out, a.numel() // max(t, 1), t, int(start), float(self.freq), float(self.rate))
        return out.to(x.dtype)
