import torch
import torch.nn as nn


class Model(nn.Module):
    """Standardizes a stream of time series with the statistics of everything seen so far.
    In training mode each call first adds its steps to the running statistics."""

    def __init__(self, dim, clip=10.0, eps=1e-5):
        super().__init__()
        self.clip = clip
        self.eps = eps
        self.register_buffer("count", torch.zeros((), dtype=torch.long))
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("m2", torch.zeros(dim))

    def forward(self, x):
        if self.training:
            flat = x.detach().reshape(-1, x.shape[-1])
            n = flat.shape[0]
            batch_mean = flat.mean(dim=0)
            batch_m2 = ((flat - batch_mean) ** 2).sum(dim=0)
            total = self.count + n
            delta = batch_mean - self.mean
            self.m2.add_(batch_m2 + delta ** 2 * (self.count * n / total))
            self.mean.add_(delta * (n / total))
            self.count.copy_(total)
        var = self.m2 / self.count.clamp(min=1)
        y = (x - self.mean) / torch.sqrt(var + self.eps)
        return y.clamp(-self.clip, self.clip)


def get_inputs():
    return [torch.randn(32, 512, 32)]


def get_init_inputs():
    return [32]
