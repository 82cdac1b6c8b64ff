import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
static inline uint64_t floormod(int64_t v, int64_t p) { int64_t r = v % p; return (uint64_t)(r < 0 ? r + p : r); }
extern "C" int hash_embed(const int64_t* ids, const int64_t* a, const int64_t* b, const float* mix,
                          const float* table, float* out, int64_t n, int64_t dim, int64_t prime, int64_t buckets) {
    const uint64_t a0 = (uint64_t)a[0], a1 = (uint64_t)a[1], b0 = (uint64_t)b[0], b1 = (uint64_t)b[1];
    const uint64_t m = (uint64_t)buckets;
    const float m0 = mix[0], m1 = mix[1];
    #pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; ++i) {
        const uint64_t id = (uint64_t)ids[i];
        const uint64_t h0 = floormod((int64_t)(id * a0 + b0), prime);
        const uint64_t h1 = floormod((int64_t)(id * a1 + b1), prime);
        const float* e0 = table + (h0 % m) * dim;
        const float* e1 = table + (h1 % m) * dim;
        float* o = out + i * dim;
        #pragma omp simd
        for (int64_t d = 0; d < dim; ++d) o[d] = e0[d] * m0 + e1[d] * m1;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, buckets, dim):
        super().__init__()
        self.buckets = buckets
        self.emb = nn.Embedding(buckets, dim)
        self.mix = nn.Parameter(torch.tensor([1.0, 0.5]))
        self.register_buffer("a", torch.tensor([870960929, 391227487]))
        self.register_buffer("b", torch.tensor([40503, 987654]))
        self.prime = 2147483647

    def forward(self, ids):
        from kernel import lib
        ids = ids.contiguous()
        table = self.emb.weight.contiguous()
        out = torch.empty(*ids.shape, table.shape[1], dtype=table.dtype)
        lib.hash_embed(ids, self.a.contiguous(), self.b.contiguous(), self.mix.contiguous(), table, out,
                       ids.numel(), table.shape[1], self.prime, self.buckets)
        return out
