import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.register_buffer("scale", torch.rand(o) * 0.01 + 0.01)

    def forward(self, x, packed):
        o, words = packed.shape
        w = torch.empty(o, words, 8, device=x.device, dtype=x.dtype)
        for i in range(7):
            w[..., i] = (packed >> (4 * i)) & 0xF
        w[..., 7] = (packed >> 28) & 0xF
        w = w.view(o, words * 8)
        return (x @ w.t() - 8.0 * x.sum(1, keepdim=True)) * self.scale
