import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Sigmoid focal loss, summed for each image."""

    def __init__(self, alpha=0.25, gamma=2.0):
        super().__init__()
        self.alpha, self.gamma = alpha, gamma

    def forward(self, logits, targets):
        p = torch.sigmoid(logits)
        ce = F.binary_cross_entropy_with_logits(logits, targets, reduction="none")
        p_t = p * targets + (1 - p) * (1 - targets)
        loss = ce * (1 - p_t) ** self.gamma
        alpha_t = self.alpha * targets + (1 - self.alpha) * (1 - targets)
        return (alpha_t * loss).flatten(1).mean(1)


def get_inputs():
    logits = torch.randn(8, 4000, 20) * 2 - 1
    targets = (torch.rand(8, 4000, 20) < 0.1).float()
    return [logits, targets]


def get_init_inputs():
    return [0.25, 2.0]
