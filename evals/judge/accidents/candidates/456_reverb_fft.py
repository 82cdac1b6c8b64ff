import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, mix=0.3):
        super().__init__()
        self.mix = mix

    def forward(self, dry, ir):
        t, k = dry.shape[-1], ir.shape[-1]
        # power-of-two FFT is much faster than an arbitrary length
        nfft = 1 << (max(t, k) - 1).bit_length()
        h = torch.fft.rfft(ir * self.mix, n=nfft)
        wet = torch.fft.irfft(torch.fft.rfft(dry, n=nfft) * h, n=nfft)
        return dry * (1.0 - self.mix) + wet[..., :t]
