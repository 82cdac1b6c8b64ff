import torch
import torch.nn as nn


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
        a = torch.sigmoid(g)
        b[:, 0] += a[:, 0] * h0
        d = 1
        while d < x.shape[1]:
            b = torch.cat([b[:, :d], torch.addcmul(b[:, d:], a[:, d:], b[:, :-d])], 1)
            a = torch.cat([a[:, :d], a[:, d:] * a[:, :-d]], 1)
            d *= 2
        return b
