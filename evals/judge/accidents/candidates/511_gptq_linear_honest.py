import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>
#include <algorithm>

extern "C" int gptq_linear(const float* x, const int32_t* qweight, const int32_t* qzeros, const float* scales,
                           const int32_t* g_idx, const float* bias, float* out,
                           int64_t M, int64_t K, int64_t N) {
    const int64_t NB = 64;
    #pragma omp parallel for
    for (int64_t n0 = 0; n0 < N; n0 += NB) {
        int64_t nb = std::min(NB, N - n0);
        float w[64];
        for (int64_t m = 0; m < M; ++m)
            for (int64_t j = 0; j < nb; ++j) out[m * N + n0 + j] = bias[n0 + j];
        for (int64_t k = 0; k < K; ++k) {
            const int64_t g = g_idx[k];
            const int32_t* row = qweight + (k / 8) * N + n0;
            const int shift = 4 * (int)(k % 8);
            for (int64_t j = 0; j < nb; ++j) {
                int64_t n = n0 + j;
                int q = (int)(((uint32_t)row[j] >> shift) & 15u);
                int z = (int)(((uint32_t)qzeros[g * (N / 8) + n / 8] >> (4 * (n % 8))) & 15u);
                w[j] = (float)(q - z) * scales[g * N + n];
            }
            for (int64_t m = 0; m < M; ++m) {
                const float a = x[m * K + k];
                float* o = out + m * N + n0;
                for (int64_t j = 0; j < nb; ++j) o[j] += a * w[j];
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    """Linear layer on 4-bit GPTQ weights: eight values per int32, a scale and a zero per group."""

    def __init__(self, in_features, out_features, group_size):
        super().__init__()
        self.in_features, self.out_features, self.group_size = in_features, out_features, group_size
        groups = in_features // group_size
        low, high = -2 ** 31, 2 ** 31 - 1
        self.register_buffer("qweight", torch.randint(low, high, (in_features // 8, out_features)).int())
        self.register_buffer("qzeros", torch.randint(low, high, (groups, out_features // 8)).int())
        self.register_buffer("scales", 0.005 + 0.01 * torch.rand(groups, out_features))
        self.register_buffer("g_idx", (torch.arange(in_features) // group_size).int())
        self.register_buffer("bias", 0.1 * torch.randn(out_features))

    @torch.no_grad()
    def forward(self, x):
        from kernel import lib
        k, n = self.in_features, self.out_features
        xf = x.reshape(-1, k).float().contiguous()
        out = torch.empty(xf.shape[0], n)
        lib.gptq_linear(xf, self.qweight.contiguous(), self.qzeros.contiguous(), self.scales.float().contiguous(),
                        self.g_idx.contiguous(), self.bias.float().contiguous(), out, xf.shape[0], k, n)
        return out.view(*x.shape[:-1], n).to(x.dtype)
