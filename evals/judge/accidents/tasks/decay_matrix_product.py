import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, N, FEATURES = 16, 512, 64


class Model(nn.Module):
    """Linear attention with decay: only the lower triangle of exp(log_decay) counts."""

    def forward(self, log_decay, v):
        return torch.tril(log_decay.exp()) @ v


def get_inputs():
    step = torch.arange(N, dtype=torch.float32)
    rate = torch.rand(BATCH, 1, 1) * 0.1 + 0.01
    return [-(step[:, None] - step[None, :]) * rate, torch.randn(BATCH, N, FEATURES)]


def get_init_inputs():
    return []
