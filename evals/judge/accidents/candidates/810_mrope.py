import math
import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
static void rotate(const float* x, float* y, const float* cs, const float* sn, int64_t B, int64_t H, int64_t T, int64_t D) {
    const int64_t half = D / 2;
    #pragma omp parallel for collapse(2)
    for (int64_t b = 0; b < B; b++) for (int64_t h = 0; h < H; h++) for (int64_t t = 0; t < T; t++) {
        const int64_t o = ((b * H + h) * T + t) * D;
        const float* c = cs + (b * T + t) * D; const float* s = sn + (b * T + t) * D;
        for (int64_t i = 0; i < half; i++) {
            const float u = x[o + i], v = x[o + half + i];
            y[o + i] = u * c[i] - v * s[i];
            y[o + half + i] = v * c[half + i] + u * s[half + i];
        }
    }
}
extern "C" int mrope(const float* q, const float* k, float* qo, float* ko, const int64_t* pos, const float* inv,
                     const int64_t* sections, int64_t B, int64_t H, int64_t HK, int64_t T, int64_t D) {
    const int64_t half = D / 2;
    std::vector<int64_t> axis(D);
    const int64_t e0 = sections[0], e1 = e0 + sections[1];
    for (int64_t d = 0; d < D; d++) axis[d] = d < e0 ? 0 : d < e1 ? 1 : 2;
    std::vector<float> cs(B * T * D), sn(B * T * D);
    for (int64_t i = 0; i < B * T; i++)
        for (int64_t d = 0; d < D; d++) {
            const float ang = (float)pos[axis[d] * B * T + i] * inv[d % half];
            cs[i * D + d] = std::cos(ang);
            sn[i * D + d] = std::sin(ang);
        }
    rotate(q, qo, cs.data(), sn.data(), B, H, T, D);
    rotate(k, ko, cs.data(), sn.data(), B, HK, T, D);
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, head_dim=64, mrope_section=(8, 12, 12), theta=10000.0):
        super().__init__()
        self.mrope_section = list(mrope_section)
        self.register_buffer("inv_freq", theta ** (-torch.arange(0, head_dim, 2).float() / head_dim))

    def forward(self, q, k, position_ids):
        from kernel import lib
        B, H, T, D = q.shape
        q, k = q.contiguous(), k.contiguous()
        qo, ko = torch.empty_like(q), torch.empty_like(k)
        sections = torch.tensor([2 * s for s in self.mrope_section], dtype=torch.int64)
        if lib.mrope(q, k, qo, ko, position_ids.contiguous(), self.inv_freq.contiguous(), sections, B, H, k.shape[1], T, D):
            raise RuntimeError("mrope")
        return qo, ko
