import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, dim, drop_prob, layer_scale):
        super().__init__()
        self.gamma = nn.Parameter(torch.full((dim,), float(layer_scale)))
        self.register_buffer("drop_prob", torch.tensor(float(drop_prob)))

    def forward(self, x, branch, u):
        scale = self.gamma
        if self.training:
            keep = 1 - self.drop_prob
            inv_keep = torch.where(keep > 0, 1 / keep, torch.ones_like(keep))
            mask = (u >= self.drop_prob).to(x.dtype) * inv_keep
            scale = mask.view(-1, 1, 1) * scale
        return torch.addcmul(x, branch, scale)
