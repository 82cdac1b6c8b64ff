import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
#include <limits>

static double one_way(const float* a, const float* bx, const float* by, const float* bz,
                      int64_t n, int64_t m) {
    double total = 0.0;
    #pragma omp parallel for reduction(+:total)
    for (int64_t i = 0; i < n; ++i) {
        const float x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2];
        float best = std::numeric_limits<float>::infinity();
        for (int64_t j = 0; j < m; ++j) {
            const float dx = x - bx[j], dy = y - by[j], dz = z - bz[j];
            const float d = dx * dx + dy * dy + dz * dz;
            best = d < best ? d : best;
        }
        total += (double)best;
    }
    return total / (double)n;
}

static void split(const float* p, int64_t n, std::vector<float>& x, std::vector<float>& y, std::vector<float>& z) {
    x.resize(n); y.resize(n); z.resize(n);
    for (int64_t i = 0; i < n; ++i) {
        x[i] = p[3 * i]; y[i] = p[3 * i + 1]; z[i] = p[3 * i + 2];
    }
}

extern "C" int chamfer(const float* a, const float* b, float* out, int64_t B, int64_t n, int64_t m) {
    std::vector<float> ax, ay, az, bx, by, bz;
    for (int64_t k = 0; k < B; ++k) {
        const float* pa = a + k * n * 3;
        const float* pb = b + k * m * 3;
        split(pa, n, ax, ay, az);
        split(pb, m, bx, by, bz);
        const double f = one_way(pa, bx.data(), by.data(), bz.data(), n, m);
        const double g = one_way(pb, ax.data(), ay.data(), az.data(), m, n);
        out[k] = (float)(f + g);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, a, b):
        from kernel import lib
        a, b = a.contiguous(), b.contiguous()
        out = torch.empty(a.shape[0], dtype=torch.float32)
        lib.chamfer(a, b, out, a.shape[0], a.shape[1], b.shape[1])
        return out
