import torch
import torch.nn as nn


class Model(nn.Module):
    """Drawdown from the running peak for each series (B, T), and the largest drawdown (B,)."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, equity):
        peak = torch.cummax(equity, dim=1).values
        dd = peak - equity
        return dd, dd.amax(dim=1)


def get_inputs():
    r = torch.randn(256, 1024) * 0.01
    return [100.0 * torch.exp(torch.cumsum(r, dim=1))]


def get_init_inputs():
    return []
