import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, eps):
        super().__init__()
        self.eps = eps

    def forward(self, logits, truth):
        found = (logits > 0).float()
        both = torch.einsum("bp,bp->b", found, truth)
        return (2 * both + self.eps) / (found.sum(1) + truth.sum(1) + self.eps)
