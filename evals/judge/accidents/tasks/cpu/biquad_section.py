import torch
import torch.nn as nn
import torch.nn.functional as F

CHANNELS, SAMPLES = 8, 96


class Model(nn.Module):
    """Second-order filter section (b0 b1 b2 over a0 a1 a2) along each channel."""

    def forward(self, x, b, a):
        b, a = b / a[0], a / a[0]
        s1 = torch.zeros(x.shape[0])
        s2 = torch.zeros(x.shape[0])
        out = []
        for t in range(x.shape[1]):
            u = x[:, t]
            y = b[0] * u + s1
            s1 = b[1] * u - a[1] * y + s2
            s2 = b[2] * u - a[2] * y
            out.append(y)
        return torch.stack(out, dim=1)


def get_inputs():
    return [
        torch.randn(CHANNELS, SAMPLES),
        torch.rand(3) + 0.1,
        torch.cat([torch.ones(1), torch.rand(1) - 0.9, 0.4 * torch.rand(1)]),
    ]


def get_init_inputs():
    return []
