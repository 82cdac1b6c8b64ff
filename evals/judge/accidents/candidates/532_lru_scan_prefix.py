import torch
import torch.nn as nn
import torch.nn.functional as F


def scan(log_a, b, h0):
    c = torch.cumsum(log_a, dim=1)
    return torch.exp(c) * (h0.unsqueeze(1) + torch.cumsum(b * torch.exp(-c), dim=1))


class ModelNew(nn.Module):
    def __init__(self, dim):
        super().__init__()
        decay = torch.rand(dim) * 0.099 + 0.9
        self.lam = nn.Parameter(torch.log(decay) - torch.log1p(-decay))
        self.rec_gate = nn.Linear(dim, dim)
        self.in_gate = nn.Linear(dim, dim)

    def forward(self, x, h0):
        r = torch.sigmoid(self.rec_gate(x))
        i = torch.sigmoid(self.in_gate(x))
        log_a = -8.0 * F.softplus(-self.lam) * r
        b = torch.sqrt(-torch.expm1(2.0 * log_a)) * (i * x)
        h = scan(log_a, b, h0)
        return h, h[:, -1].clone(memory_format=torch.contiguous_format)
