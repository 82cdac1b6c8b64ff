import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cstring>
#include <vector>

extern "C" int reorder(float* cache, const int64_t* beam, int64_t n, int64_t heads,
                       int64_t max_len, int64_t d, int64_t len) {
    const int64_t head = max_len * d, row = heads * head;
    const size_t bytes = sizeof(float) * len * d;
    std::vector<int64_t> moved;
    for (int64_t i = 0; i < n; ++i)
        if (beam[i] != i) moved.push_back(i);  // other beams stay where they are
    const int64_t m = (int64_t)moved.size();
    if (m == 0 || bytes == 0) return 0;
    #pragma omp parallel for
    for (int64_t h = 0; h < heads; ++h) {
        float* base = cache + h * head;
        std::vector<float> stage(m * len * d);
        for (int64_t j = 0; j < m; ++j)
            std::memcpy(stage.data() + j * len * d, base + beam[moved[j]] * row, bytes);
        for (int64_t j = 0; j < m; ++j)
            std::memcpy(base + moved[j] * row, stage.data() + j * len * d, bytes);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, k_cache, v_cache, beam_idx, cur_len):
        from kernel import lib
        idx = beam_idx.long().contiguous()
        n = k_cache.shape[0]
        if idx.shape != (n,):
            raise RuntimeError("beam_idx must have one entry per row")
        if n and (int(idx.min()) < 0 or int(idx.max()) >= n):
            raise IndexError("beam index out of range")
        for cache in (k_cache, v_cache):
            used = cache[:, :, :cur_len]
            if cache.is_contiguous() and cache.dtype == torch.float32:
                _, heads, max_len, d = cache.shape
                lib.reorder(cache, idx, n, heads, max_len, d, used.shape[2])
            else:
                used.copy_(used.index_select(0, idx))
        return k_cache, v_cache
