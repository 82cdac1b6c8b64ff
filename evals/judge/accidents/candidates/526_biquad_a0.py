import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>

extern "C" int biquad(const float* x, const float* b, const float* a, float* state, float* out,
                      int64_t channels, int64_t t) {
    const double b0 = b[0], b1 = b[1], b2 = b[2];
    const double a1 = a[1], a2 = a[2];
    #pragma omp parallel for
    for (int64_t c = 0; c < channels; ++c) {
        double z0 = state[2 * c], z1 = state[2 * c + 1];
        const float* xr = x + c * t;
        float* yr = out + c * t;
        for (int64_t i = 0; i < t; ++i) {
            const double v = xr[i];
            const double y = b0 * v + z0;
            z0 = b1 * v - a1 * y + z1;
            z1 = b2 * v - a2 * y;
            yr[i] = (float)y;
        }
        state[2 * c] = (float)z0;
        state[2 * c + 1] = (float)z1;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, x, b, a, state):
        from kernel import lib
        xc = x.float().contiguous()
        bc = b.float().contiguous()
        ac = a.float().contiguous()
        st = state.float().contiguous()
        out = torch.empty_like(xc)
        lib.biquad(xc, bc, ac, st, out, xc.shape[0], xc.shape[1])
        if st is not state:
            state.copy_(st)
        return out.to(x.dtype)
