import math
import torch
import torch.nn as nn


KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
#include <vector>
extern "C" int tridiag(const float* lo, const float* di, const float* up, const float* rhs, float* out,
                       int64_t batch, int64_t n) {
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; ++b) {
        // d: diagonal, u: first superdiagonal, v: second superdiagonal (fill-in), x: right hand side
        std::vector<double> d(di + b * n, di + (b + 1) * n), u(up + b * (n - 1), up + (b + 1) * (n - 1)),
            v(n, 0.0), x(rhs + b * n, rhs + (b + 1) * n);
        for (int64_t i = 0; i + 1 < n; ++i) {
            const double l = lo[b * (n - 1) + i];
            if (std::fabs(d[i]) >= std::fabs(l)) {
                if (l == 0.0) continue;
                const double f = l / d[i];
                d[i + 1] -= f * u[i];
                x[i + 1] -= f * x[i];
            } else {                       // swap rows i and i + 1
                const double f = d[i] / l, di1 = d[i + 1], xi = x[i];
                d[i] = l;
                d[i + 1] = u[i] - f * di1;
                u[i] = di1;
                if (i + 2 < n) { v[i] = u[i + 1]; u[i + 1] = -f * v[i]; }
                x[i] = x[i + 1];
                x[i + 1] = xi - f * x[i];
            }
        }
        for (int64_t i = n - 1; i >= 0; --i) {
            double s = x[i];
            if (i + 1 < n) s -= u[i] * x[i + 1];
            if (i + 2 < n) s -= v[i] * x[i + 2];
            x[i] = s / d[i];
            out[b * n + i] = (float)x[i];
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, lower, diag, upper, rhs):
        from kernel import lib
        out = torch.empty(rhs.shape, dtype=rhs.dtype)
        lib.tridiag(lower.contiguous(), diag.contiguous(), upper.contiguous(), rhs.contiguous(), out,
                    rhs.shape[0], rhs.shape[1])
        return out
