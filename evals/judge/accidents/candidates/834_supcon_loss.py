import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, dim, proj_dim, temperature):
        super().__init__()
        self.head = nn.Linear(dim, proj_dim)
        self.temperature = temperature

    def forward(self, x, labels):
        z = F.normalize(self.head(x), dim=1)
        sim = torch.mm(z, z.t()).mul_(1.0 / self.temperature)
        same = (labels.unsqueeze(1) == labels).to(z.dtype)
        same.fill_diagonal_(0.0)
        count = same.sum(1)
        # mean over the positives of (lse - sim) = lse - mean of sim over the positives
        pos_mean = (sim * same).sum(1) / count.clamp(min=1.0)
        sim.fill_diagonal_(float("-inf"))
        lse = torch.logsumexp(sim, 1)
        return (lse - pos_mean).mean()
