import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, channels=16):
        super().__init__()
        self.default = nn.Parameter(0.1 * torch.randn(channels))

    def forward(self, x, mask):
        seen = mask.transpose(1, 2).contiguous()
        ar = torch.arange(x.shape[1], device=x.device)
        idx = torch.cummax(torch.where(seen, ar, -1), 2).values
        val = torch.gather(x.transpose(1, 2).contiguous(), 2, idx.clamp(min=0))
        val = torch.where(idx >= 0, val, self.default.unsqueeze(1))
        return val.transpose(1, 2).contiguous()
