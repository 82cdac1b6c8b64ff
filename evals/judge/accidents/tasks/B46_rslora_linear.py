import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Linear layer with a rank-stabilized LoRA adapter (scaling alpha / sqrt(r))."""

    def __init__(self, in_features, out_features, r, alpha):
        super().__init__()
        self.scaling = alpha / r ** 0.5
        self.weight = nn.Parameter(torch.randn(out_features, in_features) * in_features ** -0.5)
        self.bias = nn.Parameter(torch.zeros(out_features))
        self.lora_A = nn.Parameter(torch.randn(r, in_features) * in_features ** -0.5)
        self.lora_B = nn.Parameter(torch.zeros(out_features, r))

    def forward(self, x):
        base = F.linear(x, self.weight, self.bias)
        return base + F.linear(F.linear(x, self.lora_A), self.lora_B) * self.scaling


def get_inputs():
    return [torch.randn(2, 128, 768)]


def get_init_inputs():
    return [768, 768, 16, 32]
