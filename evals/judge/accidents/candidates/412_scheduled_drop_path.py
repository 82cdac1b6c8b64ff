import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, dim, drop_prob, layer_scale):
        super().__init__()
        self.gamma = nn.Parameter(torch.full((dim,), float(layer_scale)))
        self.register_buffer("drop_prob", torch.tensor(float(drop_prob)))
        self.p = float(drop_prob)
        self.inv_keep = 1.0 / (1.0 - self.p) if self.p < 1.0 else 1.0

    def forward(self, x, branch, u):
        scale = self.gamma
        if self.training:
            mask = (u >= self.p).to(x.dtype) * self.inv_keep
            scale = mask.view(-1, 1, 1) * scale
        return torch.addcmul(x, branch, scale)
