import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, x, mask):
        w = mask.to(x.dtype)
        w = w / w.sum(1, keepdim=True).clamp_min(1.0)
        return torch.bmm(w.unsqueeze(1), x).squeeze(1)
