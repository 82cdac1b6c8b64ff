import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, num_classes):
        super().__init__()
        self.num_classes = num_classes

    def forward(self, logits, target):
        p = torch.softmax(logits, dim=1).flatten(2)
        classes = torch.arange(self.num_classes, device=target.device).view(1, -1, 1)
        mask = target.flatten(1).unsqueeze(1) == classes      # bool, no int64 one-hot
        volume = mask.sum(2).to(p.dtype)
        denom = p.sum(2) + volume
        dice = 2.0 * p.mul_(mask).sum(2) / denom
        return 1.0 - dice.mean(1)
