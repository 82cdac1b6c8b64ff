import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>

extern "C" int nbody_acceleration(const float* pos, const float* mass, float* out,
                                  int64_t n, float softening) {
    const float eps2 = softening * softening;
    #pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        float xi = pos[3 * i], yi = pos[3 * i + 1], zi = pos[3 * i + 2];
        double ax = 0.0, ay = 0.0, az = 0.0;
        for (int64_t j = 0; j < n; ++j) {
            float dx = pos[3 * j] - xi;
            float dy = pos[3 * j + 1] - yi;
            float dz = pos[3 * j + 2] - zi;
            float d2 = dx * dx + dy * dy + dz * dz + eps2;
            float inv = 1.0f / std::sqrt(d2);
            float w = mass[j] * inv * inv * inv;
            ax += w * dx;
            ay += w * dy;
            az += w * dz;
        }
        out[3 * i] = (float)ax;
        out[3 * i + 1] = (float)ay;
        out[3 * i + 2] = (float)az;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    """Direct-sum gravity without the N x N intermediates."""

    def forward(self, pos, mass, softening):
        from kernel import lib
        pos = pos.float().contiguous()
        mass = mass.float().contiguous()
        n = pos.size(0)
        out = torch.empty(n, 3)
        lib.nbody_acceleration(pos, mass, out, n, float(softening))
        return out
