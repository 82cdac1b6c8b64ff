import math
import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
static inline float fast_tanh(float x) {
    const float t = x * x;
    return x * (945.f + t * (105.f + t)) / (945.f + t * (420.f + t * 15.f));
}
extern "C" int softcap(const float* x, float* out, int64_t n, float cap) {
    const float inv = 1.f / cap;
    #pragma omp parallel for
    for (int64_t i = 0; i < n; i++) out[i] = cap * fast_tanh(x[i] * inv);
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, dim=256, vocab=8192, cap=30.0, eps=1e-6):
        super().__init__()
        self.cap, self.eps = cap, eps
        self.norm_weight = nn.Parameter(torch.zeros(dim))
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    def forward(self, h):
        from kernel import lib
        s = torch.rsqrt(h.square().mean(-1, keepdim=True) + self.eps)
        z = F.linear(h * s * (1.0 + self.norm_weight), self.lm_head.weight).contiguous()
        out = torch.empty_like(z)
        if lib.softcap(z, out, z.numel(), float(self.cap)):
            raise RuntimeError("softcap")
        return out
