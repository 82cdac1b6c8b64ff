import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, eps):
        super().__init__()
        self.eps = eps

    @torch.no_grad()
    def forward(self, weight, state, ids, grad, lr):
        acc = state[ids] + grad.square().mean(dim=1)
        rows = weight[ids] - grad * (lr / (acc.sqrt() + self.eps)).unsqueeze(1)
        state[ids] = acc
        weight[ids] = rows
        return rows
