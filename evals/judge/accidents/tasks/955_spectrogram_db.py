import torch
import torch.nn as nn


class Model(nn.Module):
    """Power spectrogram in decibels, each clip limited to top_db below its own peak."""

    def __init__(self, n_fft, hop, top_db):
        super().__init__()
        self.n_fft = n_fft
        self.hop = hop
        self.top_db = top_db
        self.register_buffer("window", torch.hann_window(n_fft))

    def forward(self, wave):
        frames = wave.unfold(1, self.n_fft, self.hop) * self.window
        spec = torch.fft.rfft(frames, dim=-1)
        power = spec.real ** 2 + spec.imag ** 2
        db = 10.0 * torch.log10(power.clamp_min(1e-10))
        peak = db.amax(dim=(1, 2), keepdim=True)
        return torch.maximum(db, peak - self.top_db)


def get_inputs():
    return [0.1 * torch.randn(6, 16000)]


def get_init_inputs():
    return [512, 160, 80.0]
