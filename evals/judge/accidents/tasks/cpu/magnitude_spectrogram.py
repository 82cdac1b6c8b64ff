import torch
import torch.nn as nn
import torch.nn.functional as F

CLIPS, SAMPLES, WINDOW, HOP = 4, 1024, 64, 16


class Model(nn.Module):
    """Magnitude spectrogram; the window is part of the state."""

    def __init__(self, size, hop):
        super().__init__()
        self.size, self.hop = size, hop
        self.register_buffer("window", torch.hann_window(size))

    def forward(self, wave):
        return torch.stft(wave, self.size, self.hop, window=self.window, center=True, return_complex=True).abs()


def get_inputs():
    return [torch.randn(CLIPS, SAMPLES)]


def get_init_inputs():
    return [WINDOW, HOP]
