import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <algorithm>
#include <limits>
#include <vector>

// NaN goes through, as in torch.minimum
static inline float lesser(float a, float b) { return (a < b || std::isnan(a)) ? a : b; }

extern "C" int dtw(const float* x, const float* y, float* out, int64_t batch, int64_t n, int64_t dim, int64_t band) {
    const float BIG = std::numeric_limits<float>::infinity();
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; ++b) {
        std::vector<float> prev(n + 1, BIG), cur(n + 1, BIG);
        prev[0] = 0.0f;
        for (int64_t i = 0; i < n; ++i) {
            std::fill(cur.begin(), cur.end(), BIG);
            const int64_t lo = std::max<int64_t>(0, i - band), hi = std::min<int64_t>(n - 1, i + band);
            const float* p = x + (b * n + i) * dim;
            for (int64_t j = lo; j <= hi; ++j) {
                const float* q = y + (b * n + j) * dim;
                float c = 0.0f;
                for (int64_t k = 0; k < dim; ++k) { const float d = p[k] - q[k]; c += d * d; }
                cur[j + 1] = c + lesser(lesser(prev[j + 1], cur[j]), prev[j]);
            }
            std::swap(prev, cur);
        }
        out[b] = prev[n];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, band):
        super().__init__()
        self.band = band

    def forward(self, x, y):
        from kernel import lib
        x = x.contiguous()
        y = y.contiguous()
        out = torch.empty(x.shape[0], dtype=x.dtype, device=x.device)
        lib.dtw(x, y, out, x.shape[0], x.shape[1], x.shape[2], self.band)
        return out
