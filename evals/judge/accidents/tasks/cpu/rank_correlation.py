import torch
import torch.nn as nn
import torch.nn.functional as F

ROWS, ITEMS = 32, 100


class Model(nn.Module):
    """Spearman correlation of rows; equal values share the average rank."""

    @staticmethod
    def rank(x):
        s = x.sort(dim=1).values
        return (torch.searchsorted(s, x) + torch.searchsorted(s, x, right=True) + 1) / 2

    def forward(self, x, y):
        a, b = self.rank(x), self.rank(y)
        a, b = a - a.mean(1, keepdim=True), b - b.mean(1, keepdim=True)
        return (a * b).sum(1) / (a.norm(dim=1) * b.norm(dim=1))


def get_inputs():
    x = torch.randn(ROWS, ITEMS)
    return [x, x + torch.randn(ROWS, ITEMS)]


def get_init_inputs():
    return []
