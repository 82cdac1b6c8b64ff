import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Relative strength index with simple averages; 50 where the price did not move in the window."""

    def __init__(self, period=14):
        super().__init__()
        self.period = period

    def forward(self, prices):
        delta = prices[:, 1:] - prices[:, :-1]
        gain = F.avg_pool1d(delta.clamp(min=0).unsqueeze(1), self.period, 1).squeeze(1)
        loss = F.avg_pool1d((-delta).clamp(min=0).unsqueeze(1), self.period, 1).squeeze(1)
        total = gain + loss
        return torch.where(total == 0, torch.full_like(total, 50.0), 100.0 * gain / total)


def get_inputs():
    steps = 0.01 * torch.randn(64, 2000)
    return [100.0 * torch.exp(steps.cumsum(1))]


def get_init_inputs():
    return []
