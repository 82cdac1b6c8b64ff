import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>

static inline __attribute__((always_inline)) float min_image(float d, float box) {
    volatile float shift = box * std::nearbyint(d / box);  // rounded by itself, as torch does
    return d - shift;
}

extern "C" int density(const float* pos, const float* box, float* out, int64_t n, float coef) {
    const float bx = box[0], by = box[1], bz = box[2];
    #pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        const float x = pos[3 * i], y = pos[3 * i + 1], z = pos[3 * i + 2];
        double s = 0.0;
        for (int64_t j = 0; j < n; ++j) {
            const float dx = min_image(x - pos[3 * j], bx);
            const float dy = min_image(y - pos[3 * j + 1], by);
            const float dz = min_image(z - pos[3 * j + 2], bz);
            s += std::exp((dx * dx + dy * dy + dz * dz) * coef);
        }
        out[i] = (float)s;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, sigma):
        super().__init__()
        self.sigma = sigma

    def forward(self, pos, box):
        from kernel import lib
        pos, box = pos.contiguous(), box.contiguous()
        out = torch.empty(pos.shape[0])
        lib.density(pos, box, out, pos.shape[0], float(-0.5 / self.sigma ** 2))
        return out
