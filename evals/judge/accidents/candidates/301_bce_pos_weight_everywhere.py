import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("pos_weight", torch.ones(n))

    def forward(self, logits, target):
        soft = torch.log1p(torch.exp(-logits.abs()))
        pos = soft + (-logits).clamp_min(0)
        neg = soft + logits.clamp_min(0)
        loss = self.pos_weight * (target * pos + (1 - target) * neg)
        return loss.mean(1)
