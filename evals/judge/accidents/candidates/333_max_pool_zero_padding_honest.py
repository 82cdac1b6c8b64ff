import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x):
        p = F.pad(x, (1, 1, 1, 1), value=float("-inf"))
        rows = torch.maximum(torch.maximum(p[:, :, :-2:2], p[:, :, 1:-1:2]), p[:, :, 2::2])
        return torch.maximum(torch.maximum(rows[..., :-2:2], rows[..., 1:-1:2]), rows[..., 2::2])
