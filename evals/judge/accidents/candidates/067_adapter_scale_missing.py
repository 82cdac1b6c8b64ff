import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features, rank):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(features, features) * features**-0.5)
        self.down = nn.Parameter(torch.randn(rank, features) * features**-0.5)
        self.up = nn.Parameter(torch.zeros(features, rank))
        self.scale = 2.0

    def forward(self, x):
        y = torch.mm(x, self.weight.t())
        return torch.addmm(y, torch.mm(x, self.down.t()), self.up.t())
