import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

static inline float image(float d, float len) {
    if (d > 0.5f * len) return d - len;
    if (d < -0.5f * len) return d + len;
    return d;
}

extern "C" int lj_energy(const float* pos, const float* box, float* out, int64_t n,
                         float cutoff, float eps, float sigma) {
    const float rc2 = cutoff * cutoff;
    const float sc = sigma / cutoff;
    const float c6 = sc * sc * sc * sc * sc * sc;
    const float shift = c6 * (c6 - 1.0f);
    #pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        float e = 0.0f;
        for (int64_t j = 0; j < n; ++j) {
            if (j == i) continue;
            float dx = image(pos[3 * i] - pos[3 * j], box[0]);
            float dy = image(pos[3 * i + 1] - pos[3 * j + 1], box[1]);
            float dz = image(pos[3 * i + 2] - pos[3 * j + 2], box[2]);
            float r2 = dx * dx + dy * dy + dz * dz;
            if (!(r2 < rc2)) continue;
            float s2 = sigma * sigma / r2;
            float s6 = s2 * s2 * s2;
            e += s6 * (s6 - 1.0f) - shift;
        }
        out[i] = 2.0f * eps * e;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, epsilon=1.0, sigma=1.0):
        super().__init__()
        self.epsilon = epsilon
        self.sigma = sigma

    @torch.no_grad()
    def forward(self, pos, box, cutoff):
        from kernel import lib
        pos, box = pos.contiguous(), box.contiguous()
        out = torch.empty(pos.shape[0], dtype=pos.dtype)
        lib.lj_energy(pos, box, out, pos.shape[0], float(cutoff), float(self.epsilon), float(self.sigma))
        return out
