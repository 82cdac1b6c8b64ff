import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
// plain float arithmetic, so that points on the sphere fall on the same side as in eager mode
__attribute__((optimize("fp-contract=off", "no-unsafe-math-optimizations"), noinline))
static int64_t scan(const float* p, float cx, float cy, float cz, float r2, int64_t n, int64_t k, int64_t* row) {
    int64_t found = 0;
    for (int64_t i = 0; i < n; ++i) {
        const float dx = cx - p[3 * i], dy = cy - p[3 * i + 1], dz = cz - p[3 * i + 2];
        const float d2 = dx * dx + dy * dy + dz * dz;
        if (d2 <= r2) {
            row[found++] = i;
            if (found == k) break;
        }
    }
    return found;
}
extern "C" int ball_query(const float* points, const float* centers, float* near, int64_t* idx,
                          int64_t b, int64_t n, int64_t m, int64_t k, float r2) {
    #pragma omp parallel for schedule(static)
    for (int64_t q = 0; q < b * m; ++q) {
        const float* p = points + (q / m) * n * 3;
        const float* c = centers + q * 3;
        int64_t* row = idx + q * k;
        int64_t first = 0;
        const int64_t found = scan(p, c[0], c[1], c[2], r2, n, k, row);
        if (found > 0) first = row[0];
        for (int64_t j = found; j < k; ++j) row[j] = first;
        float* o = near + q * k * 3;
        for (int64_t j = 0; j < k; ++j)
            for (int64_t d = 0; d < 3; ++d)
                o[3 * j + d] = row[j] < 0 ? 0.0f : p[3 * row[j] + d] - c[d];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, radius, k):
        super().__init__()
        self.radius = radius
        self.k = k

    def forward(self, points, centers):
        from kernel import lib
        points = points.contiguous()
        centers = centers.contiguous()
        b, n, _ = points.shape
        m = centers.shape[1]
        near = torch.empty(b, m, self.k, 3, device=points.device, dtype=points.dtype)
        idx = torch.empty(b, m, self.k, device=points.device, dtype=torch.int64)
        lib.ball_query(points, centers, near, idx, b, n, m, self.k, float(self.radius ** 2))
        return near, idx
