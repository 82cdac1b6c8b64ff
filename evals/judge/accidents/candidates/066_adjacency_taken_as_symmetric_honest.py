import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.lin = nn.Linear(features, features)

    def forward(self, adjacency, x):
        y = torch.mm(x.t(), adjacency.t()).t()
        return torch.relu_(torch.addmm(self.lin.bias, y, self.lin.weight.t()))
