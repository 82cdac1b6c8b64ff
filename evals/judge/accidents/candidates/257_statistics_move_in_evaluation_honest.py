import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("var", torch.ones(features))
        self.register_buffer("count", torch.tensor(1.0))

    def forward(self, x):
        if self.training:
            self._update(x)
        return (x - self.mean).mul_(torch.rsqrt(self.var + 1e-8)).clamp_(-10, 10)

    def _update(self, x):
        var, mean = torch.var_mean(x, 0, unbiased=False)
        old = self.count / (self.count + x.shape[0])
        new = 1 - old
        delta = mean - self.mean
        self.var.mul_(old).add_(var * new + delta.square() * old * new)
        self.mean.add_(delta * new)
        self.count.add_(x.shape[0])
