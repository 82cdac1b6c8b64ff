import torch
import torch.nn as nn
from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, in_features, out_features):
        super().__init__()
        self.linear = nn.Linear(in_features, out_features)

    def forward(self, x):
        rows, cols = self.linear.weight.shape
        scratch = torch.empty(65 * cols, device=x.device)
        out = torch.empty(x.shape[0], 1, device=x.device)
        lib.linear_sum(x, self.linear.weight, self.linear.bias, scratch, out, x.shape[0], rows, cols)
        return out
