import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.gate = nn.Linear(channels, channels)
        self.eps = 1e-10

    def forward(self, v):
        x, y, z = v.unbind(1)
        sq = torch.addcmul(x * x, y, y).addcmul_(z, z)
        norm = sq.sqrt()
        inv = torch.reciprocal(norm + self.eps)
        scale = torch.sigmoid(self.gate(norm)).mul_(inv)
        return v * scale.unsqueeze(1)
