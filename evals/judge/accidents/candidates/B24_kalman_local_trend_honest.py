import math
import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>

extern "C" int kalman(const float* y, const float* Q, const float* log_r, const float* P0,
                      float* out, int64_t B, int64_t T) {
    const double r = std::exp((double)log_r[0]);
    const double q00 = Q[0], q01 = Q[1], q10 = Q[2], q11 = Q[3];
    double a = P0[0], b = P0[1], c = P0[2], d = P0[3];
    std::vector<double> k0(T), k1(T);
    for (int64_t t = 0; t < T; ++t) {          // the gains do not depend on the data
        const double a1 = a + c + b + d + q00;
        const double b1 = b + d + q01;
        const double c1 = c + d + q10;
        const double d1 = d + q11;
        const double S = a1 + r;
        k0[t] = a1 / S;
        k1[t] = c1 / S;
        a = a1 * (r / S);
        b = b1 * (r / S);
        c = c1 * (r / S);
        d = d1 - k1[t] * b1;
    }
    #pragma omp parallel for
    for (int64_t i = 0; i < B; ++i) {
        double l = 0.0, s = 0.0;
        for (int64_t t = 0; t < T; ++t) {
            l += s;
            const double e = (double)y[i * T + t] - l;
            l += k0[t] * e;
            s += k1[t] * e;
            out[(i * T + t) * 2] = (float)l;
            out[(i * T + t) * 2 + 1] = (float)s;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, q_level=0.1, q_slope=0.01):
        super().__init__()
        self.Q = nn.Parameter(torch.diag(torch.tensor([q_level, q_slope])))
        self.log_r = nn.Parameter(torch.zeros(1))
        self.register_buffer("P0", 10.0 * torch.eye(2))

    def forward(self, y):
        from kernel import lib
        B, T = y.shape
        out = torch.empty(B, T, 2, dtype=y.dtype)
        lib.kalman(y.contiguous(), self.Q.detach().contiguous(), self.log_r.detach().contiguous(),
                   self.P0.contiguous(), out, B, T)
        return out
