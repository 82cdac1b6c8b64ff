import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, v, d):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(v, d) * 0.02)

    def forward(self, ids):
        with torch.no_grad():
            norm = torch.linalg.vector_norm(self.weight, dim=-1, keepdim=True)
            used = torch.zeros(self.weight.shape[0], 1, dtype=torch.bool, device=ids.device)
            used[ids.reshape(-1)] = True
            scale = torch.where(used & (norm > 1.0), 1.0 / (norm + 1e-7), torch.ones_like(norm))
            self.weight.mul_(scale)
            return self.weight[ids]
