import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, n):
        super().__init__()
        f = torch.fft.fftfreq(n)
        self.register_buffer("re", torch.exp(-(f * 8) ** 2))
        self.register_buffer("im", torch.zeros(n))

    def forward(self, x):
        n = x.shape[-1]
        h = torch.complex(self.re, self.im)
        
        return torch.fft.irfft(torch.fft.rfft(x) * h[:n // 2 + 1], n=n)
