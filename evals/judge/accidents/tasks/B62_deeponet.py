import torch
import torch.nn as nn


class Model(nn.Module):
    """DeepONet: branch net on sensor values, trunk net on query points, inner product."""

    def __init__(self, sensors, dim, width, rank):
        super().__init__()
        self.b1 = nn.Linear(sensors, width)
        self.b2 = nn.Linear(width, rank)
        self.t1 = nn.Linear(dim, width)
        self.t2 = nn.Linear(width, width)
        self.t3 = nn.Linear(width, rank)
        self.bias = nn.Parameter(torch.randn(1))

    def forward(self, u, coords):
        b = self.b2(torch.tanh(self.b1(u)))
        t = torch.tanh(self.t1(coords))
        t = torch.tanh(self.t2(t))
        t = self.t3(t)
        return (b.unsqueeze(1) * t).sum(dim=-1) + self.bias


def get_inputs():
    # one set of query points for the whole batch
    coords = torch.rand(512, 2).expand(16, 512, 2).contiguous()
    return [torch.randn(16, 100), coords]


def get_init_inputs():
    return [100, 2, 64, 64]
