import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Nearest-image distances through fractional coordinates."""

    def forward(self, a, b, cell):
        delta = a.unsqueeze(1) - b.unsqueeze(0)
        turns = torch.round(delta @ torch.linalg.inv(cell))
        delta = delta - turns @ cell
        return torch.linalg.vector_norm(delta, dim=-1)
