import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, labels):
        super().__init__()
        self.register_buffer("pos_weight", torch.ones(labels))

    def forward(self, logits, target):
        on, off = F.softplus(-logits), F.softplus(logits)
        return (self.pos_weight * target * on + (1 - target) * off).mean()
