import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

static inline float mish(float v) {
    if (v > 20.0f) return v;
    const float n = std::exp(v);
    const float m = n * (n + 2.0f);
    return v * (m / (m + 2.0f));
}

extern "C" int affine_mish(const float* x, const float* scale, const float* shift, float* out, int64_t batch,
                           int64_t channels, int64_t pixels) {
    #pragma omp parallel for
    for (int64_t p = 0; p < batch * channels; ++p) {
        const float a = scale[p % channels], b = shift[p % channels];
        const float* xr = x + p * pixels;
        float* yr = out + p * pixels;
        for (int64_t i = 0; i < pixels; ++i) yr[i] = mish(xr[i] * a + b);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.register_buffer("scale", 0.5 + torch.rand(channels))
        self.register_buffer("shift", 0.2 * torch.randn(channels))

    @torch.no_grad()
    def forward(self, x):
        from kernel import lib
        xc = x.float().contiguous()
        scale = self.scale.float().contiguous()
        shift = self.shift.float().contiguous()
        out = torch.empty_like(xc)
        b, c, h, w = xc.shape
        lib.affine_mish(xc, scale, shift, out, b, c, h * w)
        return out.to(torch.result_type(x, self.scale))
