import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Loss of a causal language model: position t predicts label t + 1, -100 is ignored."""

    def __init__(self, ignore_index=-100):
        super().__init__()
        self.ignore_index = ignore_index

    def forward(self, logits, labels):
        B, T, V = logits.shape
        x = logits[:, :-1].float().reshape(-1, V)
        y = labels[:, 1:].reshape(-1)
        return F.cross_entropy(x, y, ignore_index=self.ignore_index)


def get_inputs():
    B, T, V = 8, 32, 2000
    labels = torch.randint(3, V, (B, T))
    logits = torch.randn(B, T, V)
    gain = torch.rand(B, T - 1, 1) * 14
    logits[:, :-1].scatter_add_(2, labels[:, 1:].unsqueeze(-1), gain)
    prompt = torch.randint(4, 12, (B,))
    labels[torch.arange(T) < prompt.unsqueeze(1)] = -100
    return [logits, labels]


def get_init_inputs():
    return []
