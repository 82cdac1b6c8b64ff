import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.lin = nn.Linear(features, features)
        self.register_buffer("rate", torch.ones(()))

    def forward(self, x):
        y = torch.addmm(self.lin.bias, x, self.lin.weight.t()).tanh_()
        return torch.addcmul(x, y, self.rate)
