import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

extern "C" int banded_dtw(const float* x, const float* y, const int64_t* x_len, const int64_t* y_len, float* out,
                          int64_t batch, int64_t n, int64_t m, int64_t d, int64_t radius) {
    #pragma omp parallel for schedule(dynamic)
    for (int64_t b = 0; b < batch; ++b) {
        int64_t lx = x_len[b], ly = y_len[b];
        if (std::abs(lx - ly) > radius) {
            out[b] = INFINITY;
            continue;
        }
        std::vector<float> prev(m + 1, INFINITY), cur(m + 1, INFINITY);
        prev[0] = 0.0f;
        for (int64_t i = 1; i <= lx; ++i) {
            const float* xi = x + (b * n + i - 1) * d;
            int64_t lo = std::max<int64_t>(1, i - radius);
            int64_t hi = std::min<int64_t>(ly, i + radius);
            cur[0] = INFINITY;
            for (int64_t j = lo; j <= hi; ++j) {
                const float* yj = y + (b * m + j - 1) * d;
                float s = 0.0f;
                for (int64_t k = 0; k < d; ++k) {
                    float t = xi[k] - yj[k];
                    s += t * t;
                }
                cur[j] = std::sqrt(s) + std::min(std::min(prev[j], cur[j - 1]), prev[j - 1]);
            }
            std::swap(prev, cur);
        }
        out[b] = prev[ly];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, x, y, x_len, y_len, radius):
        from kernel import lib
        b, n, d = x.shape
        m = y.shape[1]
        out = torch.empty(b)
        lib.banded_dtw(x.float().contiguous(), y.float().contiguous(), x_len.long().contiguous(),
                       y_len.long().contiguous(), out, b, n, m, d, int(radius))
        return out.to(x.dtype)
