import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, alpha, gamma):
        super().__init__()
        self.alpha = alpha
        self.gamma = gamma

    def forward(self, logits, mask):
        z = torch.where(mask, logits, -logits)
        p = torch.sigmoid(z)
        logp = p.clamp(min=1e-7).log()
        q = 1.0 - p
        loss = q.pow_(self.gamma).mul_(logp)
        scale = torch.where(mask, -self.alpha, self.alpha - 1.0)
        return loss.mul_(scale).flatten(1).mean(1)
