import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, num_rows, dim, lr, eps):
        super().__init__()
        self.lr = lr
        self.eps = eps
        self.weight = nn.Parameter(torch.randn(num_rows, dim) * 0.1)
        self.register_buffer("state", torch.full((num_rows,), 0.1))

    @torch.no_grad()
    def forward(self, ids, grad):
        rows = ids.reshape(-1)
        grad = grad.reshape(-1, self.weight.shape[1])
        self.state.index_add_(0, rows, grad.pow(2).mean(dim=1))
        step = self.state[rows].sqrt_().add_(self.eps).reciprocal_().mul_(-self.lr)
        self.weight.index_add_(0, rows, grad * step.unsqueeze(1))
        return self.weight[ids]
