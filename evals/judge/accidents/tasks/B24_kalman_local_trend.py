import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Kalman filter, state (level, slope), observation = level + noise."""

    def __init__(self, q_level=0.1, q_slope=0.01):
        super().__init__()
        self.Q = nn.Parameter(torch.diag(torch.tensor([q_level, q_slope])))
        self.log_r = nn.Parameter(torch.zeros(1))
        self.register_buffer("P0", 10.0 * torch.eye(2))

    def forward(self, y):
        B, T = y.shape
        r = torch.exp(self.log_r)
        P = self.P0.expand(B, 2, 2)
        Ft = torch.tensor([[1.0, 1.0], [0.0, 1.0]], device=y.device)
        m = torch.zeros(B, 2, device=y.device)
        out = []
        for t in range(T):
            m = m @ Ft.t()
            P = Ft @ P @ Ft.t() + self.Q
            S = P[:, 0, 0] + r
            k = P[:, :, 0] / S.unsqueeze(1)
            m = m + k * (y[:, t] - m[:, 0]).unsqueeze(1)
            top = P[:, 0] * (r / S).unsqueeze(1)
            bottom = P[:, 1] - k[:, 1:] * P[:, 0]
            P = torch.stack([top, bottom], 1)
            out.append(m)
        return torch.stack(out, 1)


def get_inputs():
    return [torch.randn(128, 160).cumsum(1)]


def get_init_inputs():
    return [0.1, 0.01]
