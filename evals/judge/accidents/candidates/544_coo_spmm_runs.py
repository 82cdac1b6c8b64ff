import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>

extern "C" int coo_spmm(const int64_t* rows, const int64_t* cols, const float* vals, const float* x, float* out,
                        int64_t nnz, int64_t dim) {
    std::vector<float> acc(dim);
    int64_t e = 0;
    while (e < nnz) {
        const int64_t r = rows[e];
        for (int64_t d = 0; d < dim; ++d) acc[d] = 0.0f;
        for (; e < nnz && rows[e] == r; ++e) {
            const float w = vals[e];
            const float* v = x + cols[e] * dim;
            for (int64_t d = 0; d < dim; ++d) acc[d] += w * v[d];
        }
        float* o = out + r * dim;
        for (int64_t d = 0; d < dim; ++d) o[d] = acc[d];
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, rows, cols, vals, x, num_rows):
        from kernel import lib
        rows = rows.to(torch.int64).contiguous()
        cols = cols.to(torch.int64).contiguous()
        vals, x = vals.contiguous(), x.contiguous()
        out = torch.zeros(num_rows, x.size(1), dtype=x.dtype, device=x.device)
        lib.coo_spmm(rows, cols, vals, x, out, rows.size(0), x.size(1))
        return out
