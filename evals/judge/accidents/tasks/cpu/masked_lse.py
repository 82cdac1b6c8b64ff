import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Log-sum-exp over the last axis; -inf entries are masked out and a row of -inf gives -inf."""
    def forward(self, x):
        return torch.logsumexp(x, -1)


def get_inputs():
    x = torch.randn(512, 8, 256)
    return [x.masked_fill(torch.rand(512, 8, 256) < 0.2, float("-inf"))]


def get_init_inputs():
    return []
