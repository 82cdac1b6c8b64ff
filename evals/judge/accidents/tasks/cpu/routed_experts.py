import torch
import torch.nn as nn
import torch.nn.functional as F

TOKENS, EXPERTS, FEATURES, CAPACITY = 128, 8, 16, 24


class Model(nn.Module):
    """Top-1 mixture of linear experts; tokens beyond an expert's capacity (in order) are dropped (0)."""

    def __init__(self, experts, features, capacity):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(experts, features, features) / features ** 0.5)
        self.capacity = capacity

    def forward(self, x, expert):
        chosen = F.one_hot(expert, self.weight.shape[0])
        place = (chosen.cumsum(0) * chosen).sum(1) - 1
        y = torch.bmm(x[:, None], self.weight[expert])[:, 0]
        return y.masked_fill((place >= self.capacity)[:, None], 0)


def get_inputs():
    return [torch.randn(TOKENS, FEATURES), torch.randperm(TOKENS) % EXPERTS]


def get_init_inputs():
    return [EXPERTS, FEATURES, CAPACITY]
