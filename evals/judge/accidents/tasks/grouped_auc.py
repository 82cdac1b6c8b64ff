import torch
import torch.nn as nn


class Model(nn.Module):
    """Grouped AUC: per group the share of (positive, negative) pairs in the right order, ties count 1/2."""

    def __init__(self):
        super().__init__()

    def forward(self, scores, labels):
        pos = (labels > 0.5).to(scores.dtype)
        neg = 1.0 - pos
        a, b = scores.unsqueeze(2), scores.unsqueeze(1)
        win = (a > b).to(scores.dtype) + 0.5 * (a == b).to(scores.dtype)
        good = torch.einsum("gi,gij,gj->g", pos, win, neg)
        pairs = pos.sum(1) * neg.sum(1)
        auc = good / pairs.clamp(min=1.0)
        valid = (pairs > 0).to(scores.dtype)
        mean = (auc * valid).sum() / valid.sum().clamp(min=1.0)
        return auc, mean


def get_inputs():
    labels = (torch.rand(64, 200) < 0.3).float()
    scores = torch.sigmoid(torch.randn(64, 200) + labels)
    return [scores, labels]


def get_init_inputs():
    return []
