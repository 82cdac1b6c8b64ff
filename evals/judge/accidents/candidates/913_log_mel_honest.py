import math
import torch
import torch.nn as nn
import torch.nn.functional as F


def mel_filters(sr, n_fft, n_mels):
    freqs = torch.linspace(0.0, sr / 2, n_fft // 2 + 1)
    top = 2595.0 * math.log10(1.0 + sr / 2 / 700.0)
    pts = 700.0 * (10.0 ** (torch.linspace(0.0, top, n_mels + 2) / 2595.0) - 1.0)
    up = (freqs[None] - pts[:-2, None]) / (pts[1:-1] - pts[:-2])[:, None]
    down = (pts[2:, None] - freqs[None]) / (pts[2:] - pts[1:-1])[:, None]
    return torch.minimum(up, down).clamp(min=0.0)


class ModelNew(nn.Module):
    """Frames without the last one, squares instead of moduli, a cheaper tail."""

    def __init__(self, sr, n_fft, hop, n_mels):
        super().__init__()
        self.n_fft, self.hop = n_fft, hop
        self.register_buffer("window", torch.hann_window(n_fft))
        self.register_buffer("filters", mel_filters(sr, n_fft, n_mels))

    def forward(self, audio):
        half = self.n_fft // 2
        x = F.pad(audio[:, None], (half, half), mode="reflect")[:, 0]
        frames = x.unfold(-1, self.n_fft, self.hop)[:, :-1] * self.window
        ri = torch.view_as_real(torch.fft.rfft(frames))
        power = ri.square().sum(-1)
        out = torch.matmul(self.filters, power.transpose(1, 2))
        out = out.clamp(min=1e-10).log10()
        floor = out.amax(dim=(1, 2), keepdim=True) - 8.0
        return torch.maximum(out, floor).mul(0.25).add_(1.0)
