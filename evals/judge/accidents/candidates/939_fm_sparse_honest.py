import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>

extern "C" int fm(const int64_t* index, const float* value, const float* bias, const float* linear,
                  const float* factor, float* out, int64_t rows, int64_t slots, int64_t dim) {
    #pragma omp parallel
    {
        std::vector<double> sum(dim);
        #pragma omp for
        for (int64_t r = 0; r < rows; ++r) {
            for (int64_t k = 0; k < dim; ++k) sum[k] = 0.0;
            double lin = 0.0, diag = 0.0;
            for (int64_t s = 0; s < slots; ++s) {
                const double v = value[r * slots + s];
                const int64_t i = index[r * slots + s];
                const float* e = factor + i * dim;
                lin += v * linear[i];
                double norm = 0.0;
                for (int64_t k = 0; k < dim; ++k) { sum[k] += v * e[k]; norm += (double)e[k] * e[k]; }
                diag += v * v * norm;
            }
            double sq = 0.0;
            for (int64_t k = 0; k < dim; ++k) sq += sum[k] * sum[k];
            out[r] = (float)(bias[0] + lin + 0.5 * (sq - diag));
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, features, dim):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(1))
        self.linear = nn.Parameter(torch.randn(features) * 0.1)
        self.factor = nn.Parameter(torch.randn(features, dim) * 0.1)

    def forward(self, index, value):
        from kernel import lib
        index = index.contiguous()
        value = value.contiguous()
        out = torch.empty(index.shape[0], dtype=value.dtype, device=value.device)
        lib.fm(index, value, self.bias.detach().contiguous(), self.linear.detach().contiguous(),
               self.factor.detach().contiguous(), out, index.shape[0], index.shape[1], self.factor.shape[1])
        return out
