import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Causal long convolution with an implicit damped-cosine filter per channel (S4D / Hyena style)."""

    def __init__(self, channels, length):
        super().__init__()
        self.length = length
        self.decay = nn.Parameter(torch.linspace(-1.5, 1.0, channels))
        self.freq = nn.Parameter(torch.rand(channels) * 2.0)
        self.amp = nn.Parameter(torch.randn(channels))
        self.skip = nn.Parameter(torch.ones(channels))

    def filter(self):
        t = torch.arange(self.length, device=self.decay.device, dtype=self.decay.dtype)
        rate = F.softplus(self.decay)
        return self.amp[:, None] * torch.exp(-rate[:, None] * t) * torch.cos(self.freq[:, None] * t)

    def forward(self, x):
        n = 2 * self.length
        h = torch.fft.rfft(self.filter(), n=n)
        y = torch.fft.irfft(torch.fft.rfft(x, n=n) * h, n=n)[..., : self.length]
        return y + self.skip[:, None] * x


def get_inputs():
    return [torch.randn(8, 64, 1024)]


def get_init_inputs():
    return [64, 1024]
