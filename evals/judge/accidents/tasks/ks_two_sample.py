import torch
import torch.nn as nn


class Model(nn.Module):
    """Two-sample Kolmogorov-Smirnov statistic per row; NaN where a sample has a NaN."""

    def __init__(self):
        super().__init__()

    def forward(self, x, y):
        xs, ys = x.sort(dim=1).values, y.sort(dim=1).values
        both = torch.cat([xs, ys], dim=1)
        cx = torch.searchsorted(xs, both, right=True) / x.shape[1]
        cy = torch.searchsorted(ys, both, right=True) / y.shape[1]
        d = (cx - cy).abs().amax(dim=1)
        bad = x.isnan().any(1) | y.isnan().any(1)
        return d.masked_fill(bad, float("nan"))


def get_inputs():
    return [torch.randn(32, 1000), 0.2 + 1.1 * torch.randn(32, 800)]


def get_init_inputs():
    return []
