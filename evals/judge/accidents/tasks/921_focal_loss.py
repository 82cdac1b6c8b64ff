import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Sigmoid focal loss of dense predictions, summed per picture and divided by its number of positives."""

    def __init__(self, alpha=0.25, gamma=2.0):
        super().__init__()
        self.alpha, self.gamma = alpha, gamma

    def forward(self, logits, targets):
        p = torch.sigmoid(logits)
        ce = F.binary_cross_entropy_with_logits(logits, targets, reduction="none")
        p_t = p * targets + (1 - p) * (1 - targets)
        loss = ce * (1 - p_t) ** self.gamma
        alpha_t = self.alpha * targets + (1 - self.alpha) * (1 - targets)
        loss = (alpha_t * loss).flatten(1).sum(1)
        return loss / targets.flatten(1).sum(1).clamp(min=1.0)


valid = {"targets": (0.0, 1.0)}


def get_inputs():
    shape = (4, 12, 48, 48)
    logits = torch.randn(shape) * 1.5 - 2.0
    targets = (torch.rand(shape) < 0.05).float()
    return [logits, targets]


def get_init_inputs():
    return [0.25, 2.0]
