import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """Linear layer with a weight-decomposed low-rank adapter (DoRA)."""

    def __init__(self, in_features, out_features, rank, alpha):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out_features, in_features) * in_features ** -0.5, requires_grad=False)
        self.bias = nn.Parameter(torch.zeros(out_features))
        self.lora_A = nn.Parameter(torch.randn(rank, in_features) * in_features ** -0.5)
        self.lora_B = nn.Parameter(torch.zeros(out_features, rank))
        self.magnitude = nn.Parameter(self.weight.detach().norm(dim=1))
        self.scaling = alpha / rank

    def forward(self, x):
        with torch.no_grad():
            merged = torch.addmm(self.weight, self.lora_B, self.lora_A, alpha=self.scaling)
            norm = torch.linalg.vector_norm(merged, dim=1)
        y = F.linear(x, self.weight) + self.scaling * F.linear(F.linear(x, self.lora_A), self.lora_B)
        return y * (self.magnitude / norm) + self.bias
