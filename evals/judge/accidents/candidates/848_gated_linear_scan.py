import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.gate = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        nn.init.constant_(self.gate.bias, 4.0)
        nn.init.normal_(self.gate.weight, std=0.3 / dim ** 0.5)

    def forward(self, x, h0):
        g = self.gate(x)
        b = torch.sigmoid(-g) * self.value(x)
        log_a = torch.cumsum(F.logsigmoid(g), 1).clamp_min_(-60.0)
        acc = torch.cumsum(b * torch.exp(-log_a), 1)
        acc += h0.unsqueeze(1)
        return acc.mul_(log_a.exp_())
