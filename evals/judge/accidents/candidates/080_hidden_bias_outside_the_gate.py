import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.cell = nn.GRUCell(features, features)

    def forward(self, x, h):
        c = self.cell
        n = h.shape[1]
        a = F.linear(x, c.weight_ih, c.bias_ih + c.bias_hh)
        b = F.linear(h, c.weight_hh)
        r, z = torch.sigmoid(a[:, : 2 * n] + b[:, : 2 * n]).chunk(2, 1)
        new = torch.tanh(a[:, 2 * n:] + r * b[:, 2 * n:])
        return new + z * (h - new)
