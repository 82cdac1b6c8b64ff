import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, t, y):
        h = t[1:] - t[:-1]
        a, b = h[:-1], h[1:]
        slope = (y[:, 1:] - y[:, :-1]) / h
        inner = (b * slope[:, :-1] + a * slope[:, 1:]) / (a + b)
        first, last = slope[:, :1], slope[:, -1:]
        return torch.cat([first, inner, last], dim=1)
