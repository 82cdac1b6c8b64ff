import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def forward(self, logits, target):
        lse = torch.logsumexp(logits, 1)
        entropy = (target * target.log()).sum(1)
        cross = torch.einsum("bn,bn->b", target, logits) - lse * target.sum(1)
        return entropy - cross
