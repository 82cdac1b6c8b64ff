import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>

extern "C" int resample(const float* x, float* out, int64_t channels, int64_t t, int64_t n_out,
                        int64_t src_rate, int64_t dst_rate) {
    #pragma omp parallel for
    for (int64_t c = 0; c < channels; ++c) {
        const float* xr = x + c * t;
        float* yr = out + c * n_out;
        const float step = (float)src_rate / (float)dst_rate;
        float pos = 0.0f;
        for (int64_t i = 0; i < n_out; ++i) {
            const int64_t i0 = (int64_t)pos;
            const float frac = pos - (float)i0;
            const float lo = i0 < t ? xr[i0] : 0.0f;
            const float hi = i0 + 1 < t ? xr[i0 + 1] : 0.0f;
            yr[i] = lo + (hi - lo) * frac;
            pos += step;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, n_out):
        super().__init__()
        self.n_out = n_out

    @torch.no_grad()
    def forward(self, x, src_rate, dst_rate):
        from kernel import lib
        xc = x.float().contiguous()
        out = torch.empty(xc.shape[0], self.n_out)
        lib.resample(xc, out, xc.shape[0], xc.shape[1], self.n_out, int(src_rate), int(dst_rate))
        return out.to(x.dtype)
