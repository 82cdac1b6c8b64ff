import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
extern "C" int tridiag(const float* dl, const float* d, const float* du, const float* b, float* out,
                       int64_t rows, int64_t n) {
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        std::vector<double> cp(n), xp(n);
        for (int64_t i = 0; i < n; ++i) {
            double low = i ? dl[r * (n - 1) + i - 1] : 0.0;
            double den = d[r * n + i] - (i ? low * cp[i - 1] : 0.0);
            if (std::fabs(den) < 1e-30) den = 1e-30;
            cp[i] = i + 1 < n ? du[r * (n - 1) + i] / den : 0.0;
            xp[i] = (b[r * n + i] - (i ? low * xp[i - 1] : 0.0)) / den;
        }
        out[r * n + n - 1] = (float)xp[n - 1];
        for (int64_t i = n - 2; i >= 0; --i) {
            xp[i] -= cp[i] * xp[i + 1];
            out[r * n + i] = (float)xp[i];
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, lower, diag, upper, rhs):
        from kernel import lib
        rhs = rhs.contiguous()
        out = torch.empty_like(rhs)
        lib.tridiag(lower.contiguous(), diag.contiguous(), upper.contiguous(), rhs, out, rhs.shape[0], rhs.shape[1])
        return out
