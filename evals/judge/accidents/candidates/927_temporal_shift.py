import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cstring>

extern "C" int tshift(const float* x, float* out, int64_t B, int64_t T, int64_t C, int64_t HW, int64_t fold) {
    #pragma omp parallel for
    for (int64_t n = 0; n < B * T; ++n) {
        const int64_t t = n % T;
        const int64_t frame = C * HW;
        const float* src = x + n * frame;
        float* dst = out + n * frame;
        const size_t part = sizeof(float) * (size_t)(fold * HW);
        if (t + 1 < T) std::memcpy(dst, src + frame, part);
        else std::memset(dst, 0, part);
        if (t > 0) std::memcpy(dst + fold * HW, src - frame + fold * HW, part);
        else std::memset(dst + fold * HW, 0, part);
        std::memcpy(dst + 2 * fold * HW, src + 2 * fold * HW, sizeof(float) * (size_t)((C - 2 * fold) * HW));
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, n_div=8):
        super().__init__()
        self.n_div = n_div

    def forward(self, x):
        from kernel import lib
        B, T, C, H, W = x.shape
        out = torch.empty(B, T, C, H, W, dtype=x.dtype, device=x.device)
        lib.tshift(x, out, B, T, C, H * W, C // self.n_div)
        return out
