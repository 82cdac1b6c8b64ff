import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, y):
        n, m = x.shape[1], y.shape[1]
        order = torch.cat([x, y], dim=1).argsort(dim=1)
        cx = (order < n).cumsum(1)
        cy = torch.arange(1, n + m + 1, device=x.device) - cx
        gap = (cx / n - cy / m).abs()
        bad = x.isnan().any(1) | y.isnan().any(1)
        return gap.amax(1).masked_fill(bad, float("nan"))
