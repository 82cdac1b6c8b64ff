import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
extern "C" int rope(const float* q, const int64_t* pos, const float* cs, const float* sn, float* out,
                    int64_t B, int64_t H, int64_t T, int64_t D) {
    const int64_t h2 = D / 2;
    #pragma omp parallel for collapse(2)
    for (int64_t b = 0; b < B; ++b)
        for (int64_t h = 0; h < H; ++h)
            for (int64_t t = 0; t < T; ++t) {
                const int64_t p = pos[b * T + t];
                const float* x = q + ((b * H + h) * T + t) * D;
                float* o = out + ((b * H + h) * T + t) * D;
                const float* c = cs + p * h2;
                const float* s = sn + p * h2;
                for (int64_t i = 0; i < h2; ++i) {
                    const float u = x[i], v = x[i + h2];
                    o[i] = u * c[i] - v * s[i];
                    o[i + h2] = v * c[i] + u * s[i];
                }
            }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, head_dim, max_pos, base):
        super().__init__()
        inv = 1.0 / (base ** (torch.arange(0, head_dim, 2).float() / head_dim))
        f = torch.outer(torch.arange(max_pos).float(), inv)
        self.register_buffer("cos", f.cos())
        self.register_buffer("sin", f.sin())

    def forward(self, q, position_ids):
        from kernel import lib
        q = q.contiguous()
        position_ids = position_ids.contiguous()
        out = torch.empty_like(q)
        B, H, T, D = q.shape
        lib.rope(q, position_ids, self.cos.contiguous(), self.sin.contiguous(), out, B, H, T, D)
        return out
