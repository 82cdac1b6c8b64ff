import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, steps=5, eps=1e-7):
        super().__init__()
        self.steps = steps
        self.eps = eps

    def forward(self, g):
        a, b, c = 3.4445, -4.7750, 2.0315
        tall = g.shape[-2] > g.shape[-1]
        x = g.mT if tall else g
        shape = x.shape
        x = x.reshape(-1, shape[-2], shape[-1])
        x = x / (torch.linalg.vector_norm(x, dim=(-2, -1), keepdim=True) + self.eps)
        for _ in range(self.steps):
            s = torch.bmm(x, x.mT)
            s = torch.baddbmm(s, s, s, beta=b, alpha=c)
            x = torch.baddbmm(x, s, x, beta=a)
        x = x.view(shape)
        return x.mT.contiguous() if tall else x
