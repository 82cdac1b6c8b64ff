import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, alpha, x):
        dtype = x.dtype
        alpha, x = alpha.double(), x.double()
        a = alpha - 1.0
        x = torch.where((a == 0) & (x == 0), 1.0, x)
        terms = a * torch.log(x) - torch.lgamma(alpha)
        return (terms.sum(dim=-1) + torch.lgamma(alpha.sum(dim=-1))).to(dtype)
