import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, eps):
        super().__init__()
        self.eps = eps

    @torch.no_grad()
    def forward(self, weight, state, ids, grad, lr):
        slot = torch.empty(weight.size(0), dtype=torch.int64, device=ids.device)
        slot[ids] = torch.arange(ids.size(0), device=ids.device)
        owner = slot[ids]
        grad = torch.zeros_like(grad).index_add_(0, owner, grad)[owner]
        acc = state[ids] + grad.square().mean(dim=1)
        rows = weight[ids] - grad * (lr / (acc.sqrt() + self.eps)).unsqueeze(1)
        state[ids] = acc
        weight[ids] = rows
        return rows
