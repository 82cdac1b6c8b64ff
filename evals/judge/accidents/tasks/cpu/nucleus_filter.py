import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Top-p filter: renormalized probabilities of the smallest stable-sorted prefix with mass >= p."""
    def forward(self, logits, p):
        prob = torch.softmax(logits, -1)
        s, i = torch.sort(prob, dim=-1, descending=True, stable=True)
        keep = s.cumsum(-1) - s < p
        s = s * keep
        return torch.zeros_like(prob).scatter(-1, i, s / s.sum(-1, keepdim=True))


def get_inputs():
    return [torch.randn(64, 2000) * 2, 0.9]


def get_init_inputs():
    return []
