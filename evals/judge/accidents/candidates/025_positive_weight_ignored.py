import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, labels):
        super().__init__()
        self.register_buffer("pos_weight", torch.ones(labels))

    def forward(self, logits, target):
        tail = torch.log1p((-logits.abs()).exp()) + (-logits).clamp(min=0)
        return ((1 - target) * logits + tail).mean()
