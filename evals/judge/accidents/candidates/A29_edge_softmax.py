import torch
import torch.nn as nn


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
#include <limits>
extern "C" int edge_softmax(const float* x, const int64_t* dst, float* out,
                            int64_t E, int64_t H, int64_t N) {
    std::vector<float> m(1 * H, -std::numeric_limits<float>::infinity());
    std::vector<float> s(N * H, 0.0f);
    for (int64_t e = 0; e < E; ++e) {
        float* me = m.data() + 0 * H;
        for (int64_t h = 0; h < H; ++h)
            if (x[e * H + h] > me[h]) me[h] = x[e * H + h];
    }
    #pragma omp parallel for schedule(static)
    for (int64_t e = 0; e < E; ++e) {
        const float* me = m.data() + 0 * H;
        for (int64_t h = 0; h < H; ++h)
            out[e * H + h] = std::exp(x[e * H + h] - me[h]);
    }
    for (int64_t e = 0; e < E; ++e)
        for (int64_t h = 0; h < H; ++h) s[dst[e] * H + h] += out[e * H + h];
    #pragma omp parallel for schedule(static)
    for (int64_t e = 0; e < E; ++e)
        for (int64_t h = 0; h < H; ++h) out[e * H + h] /= s[dst[e] * H + h] + 1e-16f;
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, num_nodes):
        super().__init__()
        self.num_nodes = num_nodes

    def forward(self, scores, dst):
        from kernel import lib
        scores = scores.contiguous()
        dst = dst.contiguous()
        out = torch.empty_like(scores)
        lib.edge_softmax(scores, dst, out, scores.shape[0], scores.shape[1], self.num_nodes)
        return out
