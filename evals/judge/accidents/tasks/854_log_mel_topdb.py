import math
import torch
import torch.nn as nn


class Model(nn.Module):
    """Log-mel spectrogram in dB, with each recording's dynamic range limited to top_db."""

    def __init__(self, sample_rate, n_fft, hop, n_mels, top_db):
        super().__init__()
        self.n_fft, self.hop, self.top_db = n_fft, hop, top_db
        bins = n_fft // 2 + 1
        top = 2595 * math.log10(1 + sample_rate / 2 / 700)
        pts = 700 * (10 ** (torch.linspace(0, top, n_mels + 2) / 2595) - 1)
        f = torch.linspace(0, sample_rate / 2, bins)
        up = (f[:, None] - pts[:-2]) / (pts[1:-1] - pts[:-2])
        down = (pts[2:] - f[:, None]) / (pts[2:] - pts[1:-1])
        self.register_buffer("fb", torch.minimum(up, down).clamp_min(0))
        self.register_buffer("window", torch.hann_window(n_fft))

    def forward(self, x):
        spec = torch.stft(x, self.n_fft, self.hop, window=self.window, center=True, pad_mode="reflect", return_complex=True)
        mel = torch.matmul(self.fb.T, spec.abs().square())
        db = 10 * torch.log10(mel.clamp_min(1e-10))
        return torch.maximum(db, db.amax(dim=(-2, -1), keepdim=True) - self.top_db)


def get_inputs():
    return [torch.randn(16, 16000) * (0.05 + 0.1 * torch.rand(16, 1))]


def get_init_inputs():
    return [16000, 512, 160, 40, 80.0]
