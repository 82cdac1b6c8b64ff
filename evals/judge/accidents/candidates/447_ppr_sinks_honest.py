import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>

extern "C" int ppr(const int64_t* src, const int64_t* dst, const int64_t* seeds, float* out,
                   int64_t edges, int64_t nodes, int64_t batch, int64_t iters, float alpha) {
    std::vector<int64_t> ptr(nodes + 1, 0), from(edges);
    std::vector<float> inv(nodes, 0.0f);
    for (int64_t e = 0; e < edges; ++e) {
        inv[src[e]] += 1.0f;
        ptr[dst[e] + 1]++;
    }
    for (int64_t i = 0; i < nodes; ++i) {
        if (inv[i] > 0.0f) inv[i] = 1.0f / inv[i];
        ptr[i + 1] += ptr[i];
    }
    std::vector<int64_t> cur(ptr.begin(), ptr.end() - 1);
    for (int64_t e = 0; e < edges; ++e) from[cur[dst[e]]++] = src[e];

    #pragma omp parallel for
    for (int64_t b = 0; b < batch; ++b) {
        float* rank = out + b * nodes;
        std::vector<float> share(nodes);
        for (int64_t i = 0; i < nodes; ++i) rank[i] = 0.0f;
        rank[seeds[b]] = 1.0f;
        for (int64_t t = 0; t < iters; ++t) {
            float restart = 1.0f - alpha;
            for (int64_t i = 0; i < nodes; ++i) {
                share[i] = rank[i] * inv[i];
                if (inv[i] == 0.0f) restart += alpha * rank[i];
            }
            for (int64_t i = 0; i < nodes; ++i) {
                float s = 0.0f;
                for (int64_t p = ptr[i]; p < ptr[i + 1]; ++p) s += share[from[p]];
                rank[i] = alpha * s;
            }
            rank[seeds[b]] += restart;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, alpha=0.85, num_iters=10):
        super().__init__()
        self.alpha = alpha
        self.num_iters = num_iters

    def forward(self, edge_index, seeds, num_nodes):
        from kernel import lib
        edge_index = edge_index.long()
        src = edge_index[0].contiguous()
        dst = edge_index[1].contiguous()
        seeds = seeds.long().contiguous()
        out = torch.empty(seeds.numel(), num_nodes)
        lib.ppr(src, dst, seeds, out, src.numel(), num_nodes, seeds.numel(), self.num_iters, float(self.alpha))
        return out
