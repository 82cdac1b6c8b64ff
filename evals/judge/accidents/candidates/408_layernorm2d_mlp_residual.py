import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, dim, eps):
        super().__init__()
        self.norm = nn.LayerNorm(dim, eps=eps)
        self.pw = nn.Linear(dim, dim)
        self.gamma = nn.Parameter(torch.full((dim,), 0.1))

    def forward(self, x):
        # channels last, so that the reductions run over the innermost axis
        y = x.permute(0, 2, 3, 1).contiguous()
        y -= y.mean(-1, keepdim=True)
        rstd = torch.rsqrt(y.square().mean(-1, keepdim=True) + self.norm.eps)
        y = torch.addcmul(self.norm.bias, y * rstd, self.norm.weight)
        y = F.gelu(F.linear(y, self.pw.weight, self.pw.bias))
        return torch.addcmul(x, y.permute(0, 3, 1, 2), self.gamma.view(1, -1, 1, 1))
