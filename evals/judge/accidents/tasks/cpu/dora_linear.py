import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
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
        merged = self.weight + self.scaling * (self.lora_B @ self.lora_A)
        norm = merged.norm(dim=1).detach()
        return F.linear(x, merged * (self.magnitude / norm).unsqueeze(1), self.bias)


def get_inputs():
    return [torch.randn(4, 32, 512)]


def get_init_inputs():
    return [512, 512, 8, 16]
