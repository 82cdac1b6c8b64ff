import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Distribution focal loss of box sides: pred (n, 4, bins) logits, target (n, 4) distances in units of the stride."""

    def forward(self, pred, target, weight):
        bins = pred.shape[-1]
        target = target.clamp(0, bins - 1 - 0.01)
        left = target.long()
        right = left + 1
        w_left = right - target
        w_right = 1 - w_left
        flat = pred.reshape(-1, bins)
        loss = F.cross_entropy(flat, left.reshape(-1), reduction="none").view_as(target) * w_left
        loss = loss + F.cross_entropy(flat, right.reshape(-1), reduction="none").view_as(target) * w_right
        loss = loss.mean(-1) * weight
        return loss.sum() / weight.sum().clamp(min=1), loss


def get_inputs():
    n, bins = 2000, 16
    target = torch.randint(0, bins - 2, (n, 4)) + 0.05 + 0.9 * torch.rand(n, 4)
    return [torch.randn(n, 4, bins), target, torch.rand(n)]


def get_init_inputs():
    return []
