import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <algorithm>
static inline float wrap(float d, float box, float inv) {
    return d - box * std::nearbyint(d * inv);
}
extern "C" int lj(const float* pos, const float* sigma, const float* epsilon, float* out,
                  int64_t batch, int64_t n, float box, float cutoff) {
    const float inv = 1.0f / box;
    const float s2 = sigma[0] * sigma[0], eps4 = 4.0f * epsilon[0], ic2 = 1.0f / (cutoff * cutoff);
    #pragma omp parallel for collapse(2)
    for (int64_t b = 0; b < batch; ++b)
        for (int64_t i = 0; i < n; ++i) {
            const float* p = pos + b * n * 3;
            const float x = p[3 * i], y = p[3 * i + 1], z = p[3 * i + 2];
            float e = 0.0f;
            for (int64_t j = 0; j < n; ++j) {
                float dx = wrap(x - p[3 * j], box, inv);
                float dy = wrap(y - p[3 * j + 1], box, inv);
                float dz = wrap(z - p[3 * j + 2], box, inv);
                float r2 = std::max(dx * dx + dy * dy + dz * dz, 0.5f);
                float w = std::max(1.0f - r2 * ic2, 0.0f);
                float q = s2 / r2, s6 = q * q * q;
                e += j == i ? 0.0f : (s6 * s6 - s6) * w * w * w;
            }
            out[b * n + i] = 0.5f * eps4 * e;
        }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, box, cutoff):
        super().__init__()
        self.box, self.cutoff = box, cutoff
        self.sigma = nn.Parameter(torch.tensor(1.0))
        self.epsilon = nn.Parameter(torch.tensor(0.8))

    def forward(self, pos):
        from kernel import lib
        pos = pos.contiguous()
        out = torch.empty(pos.shape[:2], dtype=pos.dtype, device=pos.device)
        lib.lj(pos, self.sigma, self.epsilon, out, pos.shape[0], pos.shape[1], float(self.box), float(self.cutoff))
        return out
