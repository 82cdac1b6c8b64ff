import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, window=64, periods_per_year=252.0):
        super().__init__()
        self.window = window
        self.scale = math.sqrt(periods_per_year)

    def forward(self, x):
        w = self.window
        # Two box filters instead of materialising every window.
        m1 = F.avg_pool1d(x.unsqueeze(1), w, 1).squeeze(1)
        m2 = F.avg_pool1d((x * x).unsqueeze(1), w, 1).squeeze(1)
        var = (m2 - m1 * m1).clamp_min(0) * (w / (w - 1))
        return (var.sqrt() * self.scale).to(x.dtype).contiguous()
