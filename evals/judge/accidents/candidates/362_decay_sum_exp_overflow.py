import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, t, w):
        e = torch.exp(t)
        return torch.cumsum(w * e, 1) / e
