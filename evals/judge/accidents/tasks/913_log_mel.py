import math
import torch
import torch.nn as nn


def mel_filters(sr, n_fft, n_mels):
    freqs = torch.linspace(0.0, sr / 2, n_fft // 2 + 1)
    top = 2595.0 * math.log10(1.0 + sr / 2 / 700.0)
    pts = 700.0 * (10.0 ** (torch.linspace(0.0, top, n_mels + 2) / 2595.0) - 1.0)
    up = (freqs[None] - pts[:-2, None]) / (pts[1:-1] - pts[:-2])[:, None]
    down = (pts[2:, None] - freqs[None]) / (pts[2:] - pts[1:-1])[:, None]
    return torch.minimum(up, down).clamp(min=0.0)


class Model(nn.Module):
    """Log-mel features for a speech encoder, range limited to 80 dB below the loudest point of an utterance."""

    def __init__(self, sr, n_fft, hop, n_mels):
        super().__init__()
        self.n_fft, self.hop = n_fft, hop
        self.register_buffer("window", torch.hann_window(n_fft))
        self.register_buffer("filters", mel_filters(sr, n_fft, n_mels))

    def forward(self, audio):
        spec = torch.stft(audio, self.n_fft, self.hop, window=self.window, return_complex=True)
        power = spec[..., :-1].abs() ** 2
        log_spec = torch.clamp(self.filters @ power, min=1e-10).log10()
        log_spec = torch.maximum(log_spec, log_spec.amax(dim=(1, 2), keepdim=True) - 8.0)
        return (log_spec + 4.0) / 4.0


def get_inputs():
    return [torch.randn(4, 16000) * 0.1]


def get_init_inputs():
    return [16000, 400, 160, 40]
