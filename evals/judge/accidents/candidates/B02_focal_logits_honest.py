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
        logp = F.logsigmoid(z)
        q = torch.sigmoid(z.neg_())
        loss = q.pow_(self.gamma).mul_(logp)
        scale = torch.where(mask, -self.alpha, self.alpha - 1.0)
        return loss.mul_(scale).flatten(1).mean(1)
