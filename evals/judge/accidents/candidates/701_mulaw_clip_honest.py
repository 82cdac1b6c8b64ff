import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>

static inline uint8_t encode(int s) {
    const int bias = 132;
    const int top = 32767;
    const int sign = s < 0 ? 0x80 : 0;
    int mag = (s < 0 ? -s : s) + bias;
    if (mag > top) mag = top;
    int exponent = 7;
    for (int mask = 0x4000; exponent > 0 && !(mag & mask); mask >>= 1) exponent--;
    const int mantissa = (mag >> (exponent + 3)) & 0x0F;
    return (uint8_t)~(sign | (exponent << 4) | mantissa);
}

extern "C" int mulaw(const int16_t* x, uint8_t* out, int64_t n) {
    #pragma omp parallel for
    for (int64_t i = 0; i < n; i++) out[i] = encode(x[i]);
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, pcm):
        from kernel import lib
        x = pcm.to(torch.int16).contiguous()
        out = torch.empty(x.shape, dtype=torch.uint8)
        lib.mulaw(x, out, x.numel())
        return out
