import torch
import torch.nn as nn


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
#include <algorithm>
extern "C" int gcn_propagate(const float* h, const int64_t* src, const int64_t* dst,
                             const float* bias, float* out,
                             int64_t N, int64_t E, int64_t D) {
    // group the edges by destination
    std::vector<int64_t> start(N + 1, 0), nbr(E);
    for (int64_t e = 0; e < E; ++e) ++start[dst[e] + 1];
    std::vector<float> dinv(N);
    for (int64_t i = 0; i < N; ++i) {
        const int64_t deg = start[i + 1];
        dinv[i] = deg > 0 ? 1.0f / std::sqrt((float)deg) : 0.0f;
    }
    for (int64_t i = 0; i < N; ++i) start[i + 1] += start[i];
    std::vector<int64_t> pos(start.begin(), start.end() - 1);
    for (int64_t e = 0; e < E; ++e) nbr[pos[dst[e]]++] = src[e];
    #pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < N; ++i) {
        float* o = out + i * D;
        std::fill(o, o + D, 0.0f);
        for (int64_t k = start[i]; k < start[i + 1]; ++k) {
            const float w = dinv[nbr[k]] * dinv[i];
            const float* row = h + nbr[k] * D;
            for (int64_t d = 0; d < D; ++d) o[d] += w * row[d];
        }
        for (int64_t d = 0; d < D; ++d) o[d] += bias[d];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, dim_in, dim_out):
        super().__init__()
        self.lin = nn.Linear(dim_in, dim_out, bias=False)
        self.bias = nn.Parameter(torch.zeros(dim_out))

    def forward(self, x, src, dst):
        from kernel import lib
        h = self.lin(x).detach().contiguous()
        out = torch.empty_like(h)
        lib.gcn_propagate(h, src.contiguous(), dst.contiguous(), self.bias.detach().contiguous(),
                          out, h.shape[0], src.shape[0], h.shape[1])
        return out
