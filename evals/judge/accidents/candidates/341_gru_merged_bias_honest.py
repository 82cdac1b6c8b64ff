import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.cell = nn.GRUCell(n, n)
        nn.init.zeros_(self.cell.bias_ih)
        nn.init.zeros_(self.cell.bias_hh)

    def forward(self, x, h):
        c, n = self.cell, h.shape[1]
        gi = torch.addmm(c.bias_ih, x, c.weight_ih.t())
        gh = torch.addmm(c.bias_hh, h, c.weight_hh.t())
        rz = torch.sigmoid(gi[:, :2 * n] + gh[:, :2 * n])
        r, z = rz[:, :n], rz[:, n:]
        new = torch.tanh(gi[:, 2 * n:] + r * gh[:, 2 * n:])
        return torch.lerp(new, h, z)
