import torch
import torch.nn as nn


class Model(nn.Module):
    """Retrieves the k best items per user that are not in the user's history (-1 pads the history)."""

    def __init__(self, items, dim, k):
        super().__init__()
        self.k = k
        self.item = nn.Parameter(torch.randn(items, dim))
        self.bias = nn.Parameter(torch.randn(items) * 0.1)

    def forward(self, user, history):
        scores = user @ self.item.t() + self.bias
        b, n = scores.shape
        seen = torch.zeros(b, n + 1, dtype=torch.bool)
        seen.scatter_(1, torch.where(history < 0, torch.full_like(history, n), history), True)
        scores = scores.masked_fill(seen[:, :n], float("-inf"))
        values, ids = scores.topk(self.k, dim=1)
        return values, ids


def get_inputs():
    user = torch.randn(32, 32)
    history = torch.randint(0, 20000, (32, 50))
    length = torch.randint(5, 51, (32, 1))
    history = torch.where(torch.arange(50) < length, history, torch.full_like(history, -1))
    return [user, history]


def get_init_inputs():
    return [20000, 32, 20]
