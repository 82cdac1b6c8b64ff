import math
import torch
import torch.nn as nn


class Model(nn.Module):
    """betas (N, 4) -> zero rates (N, M) at the maturities (in years)."""

    def __init__(self, n_maturities, tau1, tau2):
        super().__init__()
        self.register_buffer("maturities", torch.arange(1, n_maturities + 1) / 12.0)
        self.log_tau1 = nn.Parameter(torch.tensor(math.log(tau1)))
        self.log_tau2 = nn.Parameter(torch.tensor(math.log(tau2)))

    def forward(self, betas):
        b0, b1, b2, b3 = (betas[:, k:k + 1] for k in range(4))
        m1 = (self.maturities / torch.exp(self.log_tau1)).expand(betas.shape[0], -1)
        m2 = (self.maturities / torch.exp(self.log_tau2)).expand(betas.shape[0], -1)
        slope1 = -torch.expm1(-m1) / m1
        slope2 = -torch.expm1(-m2) / m2
        return b0 + b1 * slope1 + b2 * (slope1 - torch.exp(-m1)) + b3 * (slope2 - torch.exp(-m2))


def get_inputs():
    scale = torch.tensor([0.01, 0.01, 0.02, 0.02])
    mean = torch.tensor([0.04, -0.02, 0.0, 0.01])
    return [torch.randn(2048, 4) * scale + mean]


def get_init_inputs():
    return [360, 1.8, 6.0]
