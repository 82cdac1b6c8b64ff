import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, states, actions, lr, gamma):
        super().__init__()
        self.q = nn.Parameter(torch.randn(states, actions))
        self.lr = lr
        self.gamma = gamma

    @torch.no_grad()
    def forward(self, s, a, r, s2, done):
        q = self.q.detach()
        best = q.index_select(0, s2).amax(dim=-1)
        cell = s * q.shape[1] + a
        td = r + self.gamma * best * (~done) - q.reshape(-1)[cell]
        out = q.clone(memory_format=torch.contiguous_format)
        flat = out.view(-1)
        flat.index_add_(0, cell, td, alpha=self.lr)
        return out
