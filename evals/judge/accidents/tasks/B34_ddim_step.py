import torch
import torch.nn as nn

valid = {"t": (0, 999)}


class Model(nn.Module):
    """Deterministic DDIM update with a timestep per sample; past the first step the signal level is 1."""

    def __init__(self, n_train: int, n_steps: int):
        super().__init__()
        self.stride = n_train // n_steps
        betas = torch.linspace(0.00085 ** 0.5, 0.012 ** 0.5, n_train, dtype=torch.float64) ** 2
        self.register_buffer("alphas_cumprod", torch.cumprod(1.0 - betas, dim=0).float())

    def forward(self, x, eps, t):
        prev = t - self.stride
        a_t = self.alphas_cumprod[t].view(-1, 1, 1, 1)
        a_p = self.alphas_cumprod[prev.clamp(min=0)]
        a_p = torch.where(prev >= 0, a_p, torch.ones_like(a_p)).view(-1, 1, 1, 1)
        x0 = (x - (1.0 - a_t).sqrt() * eps) / a_t.sqrt()
        return a_p.sqrt() * x0 + (1.0 - a_p).sqrt() * eps


def get_inputs():
    return [torch.randn(16, 4, 128, 128), torch.randn(16, 4, 128, 128), torch.randint(20, 1000, (16,))]


def get_init_inputs():
    return [1000, 50]
