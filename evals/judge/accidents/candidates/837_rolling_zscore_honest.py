import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
extern "C" int rolling_z(const float* x, const float* weight, const float* bias, float* out,
                         int64_t batch, int64_t channels, int64_t t, int64_t w) {
    const int64_t steps = t - w + 1;
    const float inv = 1.0f / (float)w;
    #pragma omp parallel for schedule(static)
    for (int64_t r = 0; r < batch * channels; ++r) {
        const float* s = x + r * t;
        float* o = out + r * steps;
        const float g = weight[r % channels], b = bias[r % channels];
        for (int64_t k = 0; k < steps; ++k) {
            const float in = s[k + w - 1];
            // deviations from the newest value, then two passes over the window
            float shift = 0.0f, var = 0.0f;
            for (int64_t j = 0; j < w; ++j) shift += s[k + j] - in;
            shift *= inv;
            for (int64_t j = 0; j < w; ++j) { const float d = (s[k + j] - in) - shift; var += d * d; }
            o[k] = -shift / std::sqrt(var * inv + 1e-4f) * g + b;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, window, channels):
        super().__init__()
        self.window = window
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        out = torch.empty(x.shape[0], x.shape[1], x.shape[2] - self.window + 1, dtype=x.dtype)
        lib.rolling_z(x, self.weight.contiguous(), self.bias.contiguous(), out, x.shape[0], x.shape[1], x.shape[2], self.window)
        return out
