import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <vector>

extern "C" int integral_image(const int64_t* x, int64_t* out, int64_t h, int64_t w) {
    std::vector<int> col(w, 0);
    for (int64_t j = 0; j <= w; ++j) out[j] = 0;
    for (int64_t i = 0; i < h; ++i) {
        const int64_t* xr = x + i * w;
        int64_t* o = out + (i + 1) * (w + 1);
        int sum = 0;
        o[0] = 0;
        for (int64_t j = 0; j < w; ++j) {
            col[j] += xr[j];
            sum += col[j];
            o[j + 1] = sum;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, image):
        from kernel import lib
        h, w = image.shape
        x = image.to(torch.int64).contiguous()
        out = torch.empty(h + 1, w + 1, dtype=torch.int64)
        lib.integral_image(x, out, h, w)
        return out
