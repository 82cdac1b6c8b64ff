import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, v, d):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(v, d) * 0.02)

    def forward(self, ids):
        with torch.no_grad():
            rows = self.weight[ids]
            norm = torch.linalg.vector_norm(rows, dim=-1, keepdim=True)
            return rows * torch.where(norm > 1.0, 1.0 / (norm + 1e-7), torch.ones_like(norm))
