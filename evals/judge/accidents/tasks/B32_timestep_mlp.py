import math
import torch
import torch.nn as nn
import torch.nn.functional as F

valid = {"t": (0, 1000)}


class Model(nn.Module):
    """Sinusoidal timestep embedding and MLP for per-frame noise levels (diffusion-forcing video / audio models)."""

    def __init__(self, freq_dim: int, dim: int):
        super().__init__()
        self.freq_dim = freq_dim
        self.fc1 = nn.Linear(freq_dim, dim)
        self.fc2 = nn.Linear(dim, dim)

    def forward(self, t):
        half = self.freq_dim // 2
        freqs = torch.exp(-math.log(10000.0) * torch.arange(half, dtype=torch.float32, device=t.device) / half)
        args = t[..., None] * freqs
        emb = torch.cat([torch.cos(args), torch.sin(args)], dim=-1)
        return self.fc2(F.silu(self.fc1(emb)))


def get_inputs():
    return [torch.randint(0, 1000, (8, 128)).float()]


def get_init_inputs():
    return [256, 384]
