import torch
import torch.nn as nn


class Model(nn.Module):
    """Log density of the Dirichlet distribution; alpha and x are (B, K)."""

    def __init__(self):
        super().__init__()

    def forward(self, alpha, x):
        dtype = x.dtype
        alpha, x = alpha.double(), x.double()
        logp = (torch.xlogy(alpha - 1.0, x).sum(dim=-1) + torch.lgamma(alpha.sum(dim=-1))
                - torch.lgamma(alpha).sum(dim=-1))
        return logp.to(dtype)


def get_inputs():
    alpha = torch.rand(4096, 16) * 3.0 + 0.5
    e = -torch.log(torch.rand(4096, 16) * 0.99 + 0.005)
    return [alpha, e / e.sum(dim=-1, keepdim=True)]


def get_init_inputs():
    return []
