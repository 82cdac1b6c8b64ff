import math
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, n_maturities, tau1, tau2):
        super().__init__()
        self.register_buffer("maturities", torch.arange(1, n_maturities + 1) / 12.0)
        self.log_tau1 = nn.Parameter(torch.tensor(math.log(tau1)))
        self.log_tau2 = nn.Parameter(torch.tensor(math.log(tau2)))
        with torch.no_grad():
            self.register_buffer("loadings", self._loadings(), persistent=False)


    def _loadings(self):
        m1 = self.maturities / torch.exp(self.log_tau1)
        m2 = self.maturities / torch.exp(self.log_tau2)
        slope1 = -torch.expm1(-m1) / m1
        slope2 = -torch.expm1(-m2) / m2
        return torch.stack([torch.ones_like(m1), slope1, slope1 - torch.exp(-m1), slope2 - torch.exp(-m2)])

    def forward(self, betas):
        return torch.matmul(betas, self.loadings)
