import torch
import torch.nn as nn


class Model(nn.Module):
    """Wavetable oscillator with linear interpolation, driven by frequency and amplitude envelopes."""

    def __init__(self, size, sample_rate):
        super().__init__()
        self.sample_rate = sample_rate
        k = torch.arange(1, 41).float()
        amp = torch.randn(40) / k.sqrt()
        pos = torch.arange(size).float() / size
        self.table = nn.Parameter((amp[:, None] * torch.sin(2 * torch.pi * k[:, None] * pos)).sum(0))

    def forward(self, freq, amp):
        n = self.table.numel()
        phase = torch.cumsum(freq.double() / self.sample_rate, 1)
        pos = torch.remainder(phase, 1.0) * n
        base = torch.floor(pos)
        frac = (pos - base).to(self.table.dtype)
        i0 = base.long() % n
        i1 = (i0 + 1) % n
        return amp * torch.lerp(self.table[i0], self.table[i1], frac)


def get_inputs():
    return [50 + 800 * torch.rand(16, 1) + 20 * torch.randn(16, 8000), torch.rand(16, 8000)]


def get_init_inputs():
    return [256, 16000]
