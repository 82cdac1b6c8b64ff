import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, t, y):
        h = t[1] - t[0]
        inner = (y[:, 2:] - y[:, :-2]) / (2 * h)
        first = (y[:, 1:2] - y[:, :1]) / h
        last = (y[:, -1:] - y[:, -2:-1]) / h
        return torch.cat([first, inner, last], dim=1)
