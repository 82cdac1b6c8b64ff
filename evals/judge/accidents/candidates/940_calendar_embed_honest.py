import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>

extern "C" int calendar(const int64_t* ts, const float* value, const float* scale, const float* hour,
                        const float* weekday, float* out, int64_t n, int64_t dim) {
    #pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        int64_t day = ts[i] / 86400;
        int64_t sec = ts[i] % 86400;
        if (sec < 0) { sec += 86400; day -= 1; }
        const int64_t w = ((day + 3) % 7 + 7) % 7;
        const float* h = hour + (sec / 3600) * dim;
        const float* d = weekday + w * dim;
        const float v = value[i];
        float* o = out + i * dim;
        for (int64_t k = 0; k < dim; ++k) o[k] = v * scale[k] + h[k] + d[k];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.scale = nn.Parameter(torch.randn(dim))
        self.hour = nn.Parameter(torch.randn(24, dim))
        self.weekday = nn.Parameter(torch.randn(7, dim))

    def forward(self, timestamp, value):
        from kernel import lib
        timestamp = timestamp.contiguous()
        value = value.contiguous()
        dim = self.scale.shape[0]
        out = torch.empty(*value.shape, dim, dtype=value.dtype, device=value.device)
        lib.calendar(timestamp, value, self.scale.detach().contiguous(), self.hour.detach().contiguous(),
                     self.weekday.detach().contiguous(), out, value.numel(), dim)
        return out
