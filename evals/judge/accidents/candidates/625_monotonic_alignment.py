import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Closed form of the recurrence with cumulative products and sums."""

    def __init__(self, offset=-3.0):
        super().__init__()
        self.offset = nn.Parameter(torch.tensor(float(offset)))

    def forward(self, energy, previous):
        p = torch.sigmoid(energy + self.offset)
        go_on = torch.cumprod(1 - p, -1)
        pass_by = torch.cat([torch.ones_like(p[..., :1]), go_on[..., :-1]], -1)
        arrive = pass_by * torch.cumsum(previous / pass_by.clamp_min(1e-10), -1)
        return p * arrive
