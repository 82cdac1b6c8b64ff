import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>

extern "C" int tridiag(const float* lo, const float* di, const float* up, const float* rhs,
                       float* out, int64_t batch, int64_t n) {
    #pragma omp parallel
    {
        std::vector<double> c(n);
        std::vector<double> d(n);
        #pragma omp for
        for (int64_t b = 0; b < batch; ++b) {
            const float* l = lo + b * n;
            const float* m = di + b * n;
            const float* u = up + b * n;
            const float* r = rhs + b * n;
            float* o = out + b * n;
            double inv = 1.0 / m[0];
            c[0] = u[0] * inv;
            d[0] = r[0] * inv;
            for (int64_t i = 1; i < n; ++i) {
                inv = 1.0 / (m[i] - l[i] * c[i - 1]);
                c[i] = u[i] * inv;
                d[i] = (r[i] - l[i] * d[i - 1]) * inv;
            }
            double x = d[n - 1];
            o[n - 1] = (float)x;
            for (int64_t i = n - 2; i >= 0; --i) {
                x = d[i] - c[i] * x;
                o[i] = (float)x;
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, lower, diag, upper, rhs):
        from kernel import lib
        dtype = rhs.dtype
        parts = torch.broadcast_tensors(lower, diag, upper, rhs)
        lo, di, up, b = [p.to(torch.float32).contiguous() for p in parts]
        out = torch.empty(b.shape, dtype=torch.float32)
        n = b.shape[-1]
        batch = b.numel() // max(n, 1)
        lib.tridiag(lo, di, up, b, out, batch, n)
        return out.to(dtype)
