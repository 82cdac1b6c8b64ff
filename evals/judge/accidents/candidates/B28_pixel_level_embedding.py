import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
#include <algorithm>

extern "C" int level_embed(const float* x, const float* emb, const float* chan, float* out,
                           int64_t B, int64_t C, int64_t HW, int64_t D, int64_t levels, float step) {
    const int64_t n = B * C * HW;
    #pragma omp parallel for
    for (int64_t p = 0; p < n; ++p) {
        const float* ce = chan + ((p / HW) % C) * D;
        const float r = std::floor(x[p] / step + 0.5f);
        const int64_t k = (int64_t)std::min(std::max(r, 0.f), (float)(levels - 1));
        const float* e = emb + k * D;
        float* o = out + p * D;
        for (int64_t d = 0; d < D; ++d) o[d] = e[d] + ce[d];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, levels: int, channels: int, dim: int):
        super().__init__()
        self.levels = levels
        self.level_emb = nn.Embedding(levels, dim)
        self.chan_emb = nn.Parameter(torch.randn(channels, dim) * 0.02)

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        B, C, H, W = x.shape
        D = self.level_emb.weight.shape[1]
        out = torch.empty(B, C, H, W, D, dtype=torch.float32, device=x.device)
        lib.level_embed(x, self.level_emb.weight.detach().contiguous(), self.chan_emb.detach().contiguous(), out,
                        B, C, H * W, D, self.levels, 256.0 / self.levels)
        return out
