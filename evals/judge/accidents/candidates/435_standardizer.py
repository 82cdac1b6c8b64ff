import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, dim, clip=10.0, eps=1e-5):
        super().__init__()
        self.clip = clip
        self.eps = eps
        self.register_buffer("count", torch.zeros((), dtype=torch.long))
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("m2", torch.zeros(dim))

    @torch.no_grad()
    def update(self, x):
        flat = x.reshape(-1, x.shape[-1])
        n = flat.shape[0]
        mean = flat.mean(dim=0)
        m2 = (flat - mean).square_().sum(dim=0)
        w = n / (self.count + n)
        self.m2.add_(m2)
        self.mean.add_((mean - self.mean) * w)
        self.count.add_(n)

    def forward(self, x):
        if self.training:
            self.update(x)
        # one reciprocal root per channel
        scale = torch.rsqrt(self.m2 / self.count.clamp(min=1) + self.eps)
        return ((x - self.mean) * scale).clamp(-self.clip, self.clip)
