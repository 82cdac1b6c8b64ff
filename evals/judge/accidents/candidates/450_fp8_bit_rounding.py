import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, fp8_max):
        super().__init__()
        self.fp8_max = fp8_max
        self.register_buffer("amax", torch.zeros(()))

    @torch.no_grad()
    def forward(self, x):
        xf = x.float()
        lo, hi = torch.aminmax(xf)
        amax = torch.maximum(-lo, hi)
        self.amax.copy_(amax)
        scale = self.fp8_max / amax.clamp(min=1e-12)
        y = (xf * scale).clamp_(-self.fp8_max, self.fp8_max)
        # keep 3 of the 23 mantissa bits, ties to even
        bits = y.view(torch.int32)
        odd = (bits >> 20) & 1
        q = odd.add_(bits).add_(0x7FFFF).bitwise_and_(-0x100000).view(torch.float32)
        return q.div_(scale).to(x.dtype)
