import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
#include <algorithm>

extern "C" int mmr_rerank(const float* scores, const float* items, int64_t* idx, float* val,
                          int64_t batch, int64_t n, int64_t d, int64_t k, float w, float v) {
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; b++) {
        const float* s = scores + b * n;
        const float* e = items + b * n * d;
        std::vector<float> unit(n * d), nearest(n, 0.0f);
        std::vector<char> taken(n, 0);
        for (int64_t i = 0; i < n; i++) {
            float sq = 0.0f;
            for (int64_t c = 0; c < d; c++) sq += e[i * d + c] * e[i * d + c];
            float norm = std::max(std::sqrt(sq), 1e-12f);
            for (int64_t c = 0; c < d; c++) unit[i * d + c] = e[i * d + c] / norm;
        }
        for (int64_t t = 0; t < k; t++) {
            int64_t pick = 0;
            float best = -INFINITY;
            for (int64_t i = 0; i < n; i++) {
                if (taken[i]) continue;
                float x = w * s[i] - v * nearest[i];
                if (x > best) { best = x; pick = i; }
            }
            taken[pick] = 1;
            idx[b * k + t] = pick;
            val[b * k + t] = best;
            const float* q = unit.data() + pick * d;
            for (int64_t i = 0; i < n; i++) {
                float dot = 0.0f;
                for (int64_t c = 0; c < d; c++) dot += unit[i * d + c] * q[c];
                nearest[i] = std::max(nearest[i], dot);
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, scores, items, k, trade_off):
        from kernel import lib
        b, n, d = items.shape
        idx = torch.empty(b, k, dtype=torch.int64)
        val = torch.empty(b, k, dtype=torch.float32)
        lib.mmr_rerank(scores.float().contiguous(), items.float().contiguous(), idx, val,
                       b, n, d, k, float(trade_off), float(1 - trade_off))
        return idx, val.to(scores.dtype)
