import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <algorithm>
#include <cstdint>

static int64_t locate(const float* axis, int64_t n, float q, float* t) {
    int64_t i = std::upper_bound(axis, axis + n, q) - axis - 1;
    i = std::min(std::max(i, int64_t(0)), n - 2);
    float f = (q - axis[i]) / (axis[i + 1] - axis[i]);
    if (f < 0.0f) f = 0.0f;
    if (f > 1.0f) f = 1.0f;
    *t = f;
    return i;
}

extern "C" int table_lookup(const float* xs, const float* ys, const float* table, const float* qx, const float* qy,
                            float* out, int64_t nx, int64_t ny, int64_t m) {
    #pragma omp parallel for
    for (int64_t k = 0; k < m; k++) {
        float t, u;
        const int64_t i = locate(xs, nx, qx[k], &t);
        const int64_t j = locate(ys, ny, qy[k], &u);
        const float* p = table + i * ny + j;
        const float lo = (1 - u) * p[0] + u * p[1];
        const float hi = (1 - u) * p[ny] + u * p[ny + 1];
        out[k] = (1 - t) * lo + t * hi;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, xs, ys, table, qx, qy):
        from kernel import lib
        xs, ys, table, qx, qy = (a.contiguous() for a in (xs, ys, table, qx, qy))
        out = torch.empty_like(qx)
        lib.table_lookup(xs, ys, table, qx, qy, out, xs.shape[0], ys.shape[0], qx.numel())
        return out
