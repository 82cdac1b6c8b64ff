import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """LAMB step per row-wise parameter group; the trust ratio is 1 where either norm is zero."""
    def forward(self, p, g, m, v, lr, step):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        u = (m / (1 - 0.9 ** step)) / ((v / (1 - 0.999 ** step)).sqrt() + 1e-6)
        pn, un = p.norm(dim=1, keepdim=True), u.norm(dim=1, keepdim=True)
        r = torch.where((pn > 0) & (un > 0), pn / un.clamp_min(1e-30), torch.ones_like(pn))
        return p - lr * r * u, m, v


def get_inputs():
    return [torch.randn(256, 1024) * 0.1, torch.randn(256, 1024), torch.randn(256, 1024) * 0.1, torch.rand(256, 1024), 0.05, 10]


def get_init_inputs():
    return []
