import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>
extern "C" int advect(const float* c, const float* u, float* out, int64_t rows, int64_t n, int64_t steps, float cfl) {
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        const float* ur = u + r * n;
        float* o = out + r * n;
        std::vector<float> left(n), right(n), flux(n + 1);
        for (int64_t i = 0; i < n; ++i) {
            float un = ur[i + 1 < n ? i + 1 : 0];
            float f = 0.5f * (ur[i] + un) * cfl;
            bool fwd = ur[i] >= 0.0f;
            left[i] = fwd ? f : 0.0f;
            right[i] = fwd ? 0.0f : f;
            o[i] = c[r * n + i];
        }
        for (int64_t s = 0; s < steps; ++s) {
            for (int64_t i = 0; i < n - 1; ++i) flux[i + 1] = left[i] * o[i] + right[i] * o[i + 1];
            flux[n] = left[n - 1] * o[n - 1] + right[n - 1] * o[0];
            flux[0] = flux[n];
            for (int64_t i = 0; i < n; ++i) o[i] -= flux[i + 1] - flux[i];
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, steps, cfl):
        super().__init__()
        self.steps, self.cfl = steps, cfl

    def forward(self, c, u):
        from kernel import lib
        c, u = c.contiguous(), u.contiguous()
        out = torch.empty_like(c)
        lib.advect(c, u, out, c.shape[0], c.shape[1], self.steps, float(self.cfl))
        return out
