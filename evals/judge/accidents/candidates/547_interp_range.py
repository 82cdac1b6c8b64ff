import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <algorithm>
#include <cstdint>

extern "C" int interp_rows(const float* times, const float* values, const float* query, float* out,
                           int64_t rows, int64_t knots, int64_t queries) {
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        const float* t = times + r * knots;
        const float* y = values + r * knots;
        for (int64_t i = 0; i < queries; ++i) {
            const float q = query[r * queries + i];
            float* o = out + r * queries + i;
            int64_t lo = std::upper_bound(t, t + knots, q) - t - 1;
            lo = std::max<int64_t>(0, std::min<int64_t>(lo, knots - 2));
            const int64_t hi = std::min<int64_t>(lo + 1, knots - 1);
            const float w = (q - t[lo]) / (t[hi] - t[lo]);
            *o = y[lo] + w * (y[hi] - y[lo]);
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, times, values, query):
        from kernel import lib
        times, values, query = times.contiguous(), values.contiguous(), query.contiguous()
        out = torch.empty(query.shape, dtype=values.dtype, device=values.device)
        lib.interp_rows(times, values, query, out, times.size(0), times.size(1), query.size(1))
        return out
