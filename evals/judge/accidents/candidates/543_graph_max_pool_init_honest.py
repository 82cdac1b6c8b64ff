import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <limits>
#include <vector>

extern "C" int graph_max(const float* x, const int64_t* batch, float* out, int64_t nodes, int64_t dim, int64_t graphs) {
    std::vector<char> seen(graphs, 0);
    const float init = -std::numeric_limits<float>::infinity();
    for (int64_t i = 0; i < graphs * dim; ++i) out[i] = init;
    for (int64_t i = 0; i < nodes; ++i) {
        const float* v = x + i * dim;
        float* o = out + batch[i] * dim;
        seen[batch[i]] = 1;
        for (int64_t d = 0; d < dim; ++d)
            if (v[d] > o[d] || v[d] != v[d]) o[d] = v[d];
    }
    for (int64_t g = 0; g < graphs; ++g)
        if (!seen[g])
            for (int64_t d = 0; d < dim; ++d) out[g * dim + d] = 0.0f;
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, batch, num_graphs):
        from kernel import lib
        x = x.contiguous()
        batch = batch.to(torch.int64).contiguous()
        out = torch.empty(num_graphs, x.size(1), dtype=x.dtype, device=x.device)
        lib.graph_max(x, batch, out, x.size(0), x.size(1), num_graphs)
        return out
