import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>

extern "C" int mid_to_tick(const float* bid, const float* ask, float* out, int64_t n, float tick) {
    #pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
        float mid = (bid[i] + ask[i]) * 0.5f;
        out[i] = std::round(mid / tick) * tick;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, bid, ask, tick):
        from kernel import lib
        bid, ask = torch.broadcast_tensors(bid, ask)
        bid, ask = bid.contiguous(), ask.contiguous()
        out = torch.empty_like(bid)
        lib.mid_to_tick(bid, ask, out, bid.numel(), float(tick))
        return out
