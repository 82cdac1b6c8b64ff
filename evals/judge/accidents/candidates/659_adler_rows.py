import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>

extern "C" int adler32_rows(const uint8_t* data, int64_t* out, int64_t rows, int64_t n) {
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; r++) {
        const uint8_t* p = data + r * n;
        uint32_t a = 1, b = 0;
        for (int64_t i = 0; i < n; i++) {
            a += p[i];
            b += a;
        }
        a %= 65521;
        b %= 65521;
        out[r] = int64_t((b << 16) | a);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, data):
        from kernel import lib
        data = data.contiguous()
        out = torch.empty(data.shape[0], dtype=torch.int64)
        lib.adler32_rows(data, out, data.shape[0], data.shape[1])
        return out
