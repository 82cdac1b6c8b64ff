import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Real-gated linear recurrent unit over a sequence, starting from a given state."""

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
        a = torch.exp(log_a)
        b = torch.sqrt(-torch.expm1(2.0 * log_a)) * (i * x)
        h = h0
        outs = []
        for t in range(x.size(1)):
            h = a[:, t] * h + b[:, t]
            outs.append(h)
        return torch.stack(outs, dim=1), h


def get_inputs():
    return [torch.randn(8, 128, 64), torch.randn(8, 64)]


def get_init_inputs():
    return [64]
