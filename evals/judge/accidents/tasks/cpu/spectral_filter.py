import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Real part of a circular filter with a complex response (re, im are buffers over all frequencies)."""
    def __init__(self, n):
        super().__init__()
        f = torch.fft.fftfreq(n)
        self.register_buffer("re", torch.exp(-(f * 8) ** 2))
        self.register_buffer("im", torch.zeros(n))

    def forward(self, x):
        return torch.fft.ifft(torch.fft.fft(x) * torch.complex(self.re, self.im)).real.clone()


def get_inputs():
    return [torch.randn(256, 2048)]


def get_init_inputs():
    return [2048]
