import math
import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>

extern "C" int seasonal(const float* t, const float* origin, const float* period,
                        const float* amp, float* out, int64_t B, int64_t N, int64_t K) {
    #pragma omp parallel for
    for (int64_t b = 0; b < B; ++b) {
        for (int64_t i = 0; i < N; ++i) {
            const float rel = t[b * N + i] - origin[b];
            float acc = 0.f;
            for (int64_t k = 0; k < K; ++k) {
                const float m = fmodf(rel, period[k]);
                const float phase = m / period[k];
                acc += amp[k] * (1.f - fabsf(2.f * phase - 1.f));
            }
            out[b * N + i] = acc;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, periods=(24.0, 168.0, 730.5, 8766.0)):
        super().__init__()
        self.period = nn.Parameter(torch.tensor(periods))
        self.amp = nn.Parameter(torch.rand(len(periods)) + 0.5)

    def forward(self, t, origin):
        from kernel import lib
        B, N = t.shape
        out = torch.empty(B, N, dtype=t.dtype)
        lib.seasonal(t.contiguous(), origin.contiguous(), self.period.detach().contiguous(),
                     self.amp.detach().contiguous(), out, B, N, self.period.numel())
        return out
