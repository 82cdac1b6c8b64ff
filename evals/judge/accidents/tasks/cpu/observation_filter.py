import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, FEATURES = 32, 20


class Model(nn.Module):
    """Normalizes observations by running statistics, which move in training only."""

    def __init__(self, features):
        super().__init__()
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("var", torch.ones(features))
        self.register_buffer("count", torch.tensor(1.0))

    def forward(self, x):
        if self.training:
            n = x.shape[0]
            mean, var = x.mean(0), x.var(0, unbiased=False)
            total = self.count + n
            delta = mean - self.mean
            var = (self.var * self.count + var * n + delta.square() * self.count * n / total) / total
            self.mean.add_(delta * n / total)
            self.var.copy_(var)
            self.count.copy_(total)
        return ((x - self.mean) / torch.sqrt(self.var + 1e-8)).clamp(-10, 10)


def get_inputs():
    return [torch.randn(ROWS, FEATURES) * 2 + 1]


def get_init_inputs():
    return [FEATURES]
