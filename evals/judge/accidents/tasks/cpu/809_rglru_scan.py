import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Real-gated linear recurrent unit over packed documents; the state is reset where segment_pos is 0."""
    def __init__(self, dim=128):
        super().__init__()
        self.input_gate = nn.Linear(dim, dim)
        self.a_gate = nn.Linear(dim, dim)
        self.a_param = nn.Parameter(torch.linspace(-4.0, 0.5, dim))

    def forward(self, x, segment_pos, h0):
        gate_x, gate_a = self.input_gate(x).sigmoid(), self.a_gate(x).sigmoid()
        log_a = -8.0 * gate_a * F.softplus(self.a_param)
        reset = (segment_pos == 0)[..., None]
        mult = torch.where(reset, torch.ones_like(log_a), torch.sqrt(-torch.expm1(2 * log_a)))
        a = log_a.exp().masked_fill(reset, 0.0)
        bx = x * gate_x * mult
        h, ys = h0, []
        for t in range(x.shape[1]):
            h = a[:, t] * h + bx[:, t]
            ys.append(h)
        return torch.stack(ys, 1), h


def get_inputs():
    B, T, D = 4, 192, 128
    segment_pos = (torch.arange(T) % 80).expand(B, T)
    return [torch.randn(B, T, D), segment_pos, torch.randn(B, D)]


def get_init_inputs():
    return [128]
