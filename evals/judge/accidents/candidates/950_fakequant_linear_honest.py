import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, d_in, d_out, scale):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(d_out, d_in) / d_in ** 0.5)
        self.bias = nn.Parameter(torch.zeros(d_out))
        self.scale = nn.Parameter(torch.tensor(float(scale)))

    @torch.no_grad()
    def forward(self, x):
        s = self.scale.abs().clamp_min_(1e-6)
        q = torch.div(x, s)
        q = q.round_().clamp_(-128, 127).mul_(s)
        return torch.addmm(self.bias, q, self.weight.t())
