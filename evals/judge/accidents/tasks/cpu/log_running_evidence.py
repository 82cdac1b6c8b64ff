import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, STEPS = 32, 512


class Model(nn.Module):
    """Log of the evidence summed up to each step, from log weights."""

    def forward(self, log_weights):
        return torch.logcumsumexp(log_weights, dim=1)


def get_inputs():
    return [torch.randn(ROWS, STEPS)]


def get_init_inputs():
    return []
