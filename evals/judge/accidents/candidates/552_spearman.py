import torch
import torch.nn as nn


def ranks(v):
    return v.argsort(dim=-1).argsort(dim=-1).double() + 1.0


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, y):
        mean = (x.shape[-1] + 1) * 0.5
        rx = ranks(x) - mean
        ry = ranks(y) - mean
        rho = (rx * ry).sum(-1) * torch.rsqrt((rx * rx).sum(-1) * (ry * ry).sum(-1))
        bad = torch.isnan(x).any(-1) | torch.isnan(y).any(-1)
        return torch.where(bad, float("nan"), rho).float()
