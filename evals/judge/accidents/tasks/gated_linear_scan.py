import torch
import torch.nn as nn


class Model(nn.Module):
    """Gated linear recurrence: h_t = a_t * h_{t-1} + (1 - a_t) * x_t with a_t = sigmoid(gate_t)."""

    def __init__(self):
        super().__init__()

    def forward(self, x, gate, h0=None):
        a = torch.sigmoid(gate)
        h = torch.zeros_like(x[:, 0]) if h0 is None else h0
        out = []
        for t in range(x.shape[1]):
            h = a[:, t] * h + (1 - a[:, t]) * x[:, t]
            out.append(h)
        return torch.stack(out, dim=1), h


def get_inputs():
    x = torch.randn(8, 128, 64)
    gate = torch.randn(8, 128, 64) + 4.0
    h0 = torch.randn(8, 64)
    return [x, gate, h0]


def get_init_inputs():
    return []
