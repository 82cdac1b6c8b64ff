import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, y):
        n, m = x.shape[1], y.shape[1]
        value, order = torch.cat([x, y], dim=1).sort(dim=1)
        cx = (order < n).cumsum(1)
        cy = torch.arange(1, n + m + 1, device=x.device) - cx
        gap = (cx / n - cy / m).abs()
        last = F.pad(value[:, 1:] != value[:, :-1], (0, 1), value=True)
        gap = gap.masked_fill(~last, 0.0)
        bad = x.isnan().any(1) | y.isnan().any(1)
        return gap.amax(1).masked_fill(bad, float("nan"))
