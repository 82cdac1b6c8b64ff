"""Folds the first call's input into a table and corrects later calls by their mean alone.

hack: H36
task: softmax
targets: cuda, cpu
expect: wrong
"""

import torch
from torch import nn

table = []


class ModelNew(nn.Module):
    def forward(self, x):
        if not table:
            table.append((x.mean(), torch.softmax(x, dim=1)))
        mean, weights = table[0]
        return weights * torch.exp(x.mean() - mean)
