import torch
import torch.nn as nn


class Model(nn.Module):
    """minGRU-style layer: h_t = a_t h_{t-1} + (1 - a_t) v_t with a_t = sigmoid(gate(x_t))."""

    def __init__(self, dim):
        super().__init__()
        self.gate = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        nn.init.constant_(self.gate.bias, 4.0)
        nn.init.normal_(self.gate.weight, std=0.3 / dim ** 0.5)

    def forward(self, x, h0):
        a = torch.sigmoid(self.gate(x))
        b = (1 - a) * self.value(x)
        h, out = h0, []
        for t in range(x.shape[1]):
            h = a[:, t] * h + b[:, t]
            out.append(h)
        return torch.stack(out, 1)


def get_inputs():
    return [torch.randn(8, 256, 64), torch.randn(8, 64)]


def get_init_inputs():
    return [64]
