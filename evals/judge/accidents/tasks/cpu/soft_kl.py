import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """KL(target || model) per row."""
    def forward(self, logits, target):
        return F.kl_div(torch.log_softmax(logits, 1), target, reduction="none").sum(1)


def get_inputs():
    return [torch.randn(256, 1000), torch.softmax(torch.randn(256, 1000), 1)]


def get_init_inputs():
    return []
