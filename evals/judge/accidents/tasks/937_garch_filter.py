import math

import torch
import torch.nn as nn


class Model(nn.Module):
    """GARCH(1,1): conditional variance of every step and the mean negative log likelihood per asset."""

    def __init__(self, assets):
        super().__init__()
        self.omega_log = nn.Parameter(torch.full((assets,), math.log(0.1)))
        self.alpha_logit = nn.Parameter(torch.full((assets,), math.log(0.1 / 0.9)))
        self.beta_logit = nn.Parameter(torch.full((assets,), math.log(0.8 / 0.2)))

    def forward(self, returns):
        omega = self.omega_log.exp()
        alpha = torch.sigmoid(self.alpha_logit)
        beta = torch.sigmoid(self.beta_logit)
        squared = returns * returns
        h = squared.mean(dim=0)
        out = [h]
        for t in range(1, returns.shape[0]):
            h = omega + alpha * squared[t - 1] + beta * h
            out.append(h)
        h = torch.stack(out)
        nll = 0.5 * (torch.log(h) + squared / h).mean(dim=0)
        return h, nll


def get_inputs():
    level = torch.exp(0.3 * torch.randn(64))
    return [torch.randn(512, 64) * level]           # daily returns in percent


def get_init_inputs():
    return [64]
