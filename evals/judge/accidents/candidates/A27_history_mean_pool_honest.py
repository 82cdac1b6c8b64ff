import torch
import torch.nn as nn


KERNEL_CPP = r'''
#include <cstdint>
#include <algorithm>
extern "C" int history_mean(const float* table, const int64_t* ids, float* out,
                            int64_t B, int64_t L, int64_t D) {
    #pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < B; ++b) {
        float* o = out + b * D;
        std::fill(o, o + D, 0.0f);
        int64_t count = 0;
        for (int64_t l = 0; l < L; ++l) {
            const int64_t id = ids[b * L + l];
            if (id == 0) continue;
            ++count;
            const float* row = table + id * D;
            for (int64_t d = 0; d < D; ++d) o[d] += row[d];
        }
        const float n = (float)std::max<int64_t>(count, 1);
        for (int64_t d = 0; d < D; ++d) o[d] /= n;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, num_items, dim):
        super().__init__()
        self.emb = nn.Embedding(num_items, dim, padding_idx=0)

    def forward(self, ids):
        from kernel import lib
        w = self.emb.weight.detach().contiguous()
        ids = ids.contiguous()
        B, L = ids.shape
        out = torch.empty(B, w.shape[1], dtype=w.dtype)
        lib.history_mean(w, ids, out, B, L, w.shape[1])
        return out
