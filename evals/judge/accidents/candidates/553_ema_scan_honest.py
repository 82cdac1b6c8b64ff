import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x, y0, alpha):
        decay = 1.0 - alpha
        y = torch.cat([y0.unsqueeze(1), alpha * x], dim=1)
        d = 1
        while d < y.shape[1]:
            y = torch.cat([y[:, :d], y[:, d:] + max(decay ** d, 1e-37) * y[:, :-d]], dim=1)
            d *= 2
        out = y[:, 1:].contiguous()
        return out, out[:, -1].contiguous()
