import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <limits>
#include <omp.h>

extern "C" int neighbor_max(const float* x, const int64_t* src, const int64_t* dst, float* out,
                            bool* seen, int64_t nodes, int64_t edges, int64_t c) {
    #pragma omp parallel
    {
        const int64_t t = omp_get_thread_num(), nt = omp_get_num_threads();
        const int64_t lo = nodes * t / nt, hi = nodes * (t + 1) / nt;
        for (int64_t i = lo * c; i < hi * c; ++i) out[i] = std::numeric_limits<float>::min();
        for (int64_t i = lo; i < hi; ++i) seen[i] = false;
        for (int64_t e = 0; e < edges; ++e) {
            const int64_t d = dst[e];
            if (d < lo || d >= hi) continue;
            seen[d] = true;
            const float* m = x + src[e] * c;
            float* o = out + d * c;
            for (int64_t j = 0; j < c; ++j) {
                const float v = m[j], w = o[j];
                o[j] = (v > w || v != v) ? v : w;
            }
        }
        for (int64_t i = lo; i < hi; ++i)
            if (!seen[i]) for (int64_t j = 0; j < c; ++j) out[i * c + j] = 0.0f;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, num_nodes):
        super().__init__()
        self.num_nodes = num_nodes

    def forward(self, x, src, dst):
        from kernel import lib
        x, src, dst = x.contiguous(), src.contiguous(), dst.contiguous()
        out = torch.empty(self.num_nodes, x.shape[1])
        seen = torch.empty(self.num_nodes, dtype=torch.bool)
        lib.neighbor_max(x, src, dst, out, seen, self.num_nodes, src.numel(), x.shape[1])
        return out
