import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("scale", torch.full((n,), 0.04))
        self.register_buffer("zero_point", torch.full((n,), 128.0))

    def forward(self, x):
        # the zero point cancels between quantize and dequantize
        q = torch.round(x / self.scale)
        q = torch.maximum(torch.minimum(q, 255 - self.zero_point), -self.zero_point)
        return q * self.scale
