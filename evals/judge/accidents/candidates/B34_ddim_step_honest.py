import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """One multiply-add per element: both coefficients are worked out per sample first."""

    def __init__(self, n_train: int, n_steps: int):
        super().__init__()
        self.stride = n_train // n_steps
        betas = torch.linspace(0.00085 ** 0.5, 0.012 ** 0.5, n_train, dtype=torch.float64) ** 2
        self.register_buffer("alphas_cumprod", torch.cumprod(1.0 - betas, dim=0).float())

    def forward(self, x, eps, t):
        prev = t - self.stride
        a_t = self.alphas_cumprod[t].double()
        a_p = self.alphas_cumprod[prev.clamp(min=0)].double().masked_fill(prev < 0, 1.0)
        cx = (a_p / a_t).sqrt()
        ce = (1.0 - a_p).sqrt() - cx * (1.0 - a_t).sqrt()
        cx = cx.float().view(-1, 1, 1, 1)
        ce = ce.float().view(-1, 1, 1, 1)
        return torch.addcmul(x * cx, eps, ce)
