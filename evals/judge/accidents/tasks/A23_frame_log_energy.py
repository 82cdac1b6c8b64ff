import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    """Log energy of windowed frames after removal of each frame's mean (25 ms frames, 10 ms hop)."""

    def __init__(self, frame=400, hop=160):
        super().__init__()
        self.frame = frame
        self.hop = hop
        self.register_buffer("window", torch.hann_window(frame, periodic=False))

    def forward(self, wave):
        frames = wave.unfold(1, self.frame, self.hop)
        frames = frames - frames.mean(dim=2, keepdim=True)
        frames = frames * self.window
        return torch.log((frames ** 2).sum(dim=2).clamp(min=1e-8))


valid = {"wave": (-1, 1)}


def get_inputs():
    return [(torch.randn(12, 48000) * 0.1).clamp(-1.0, 1.0)]


def get_init_inputs():
    return [400, 160]
