import torch
import torch.nn as nn


class Model(nn.Module):
    """Top-k items per user by score, without the items the user has already seen.

    seen: [B, L] item ids, padded with -1.
    """

    def __init__(self, num_users, num_items, dim, k):
        super().__init__()
        self.k = k
        self.user_emb = nn.Parameter(torch.randn(num_users, dim) * 0.3)
        self.item_emb = nn.Parameter(torch.randn(num_items, dim) * 0.3)
        self.item_bias = nn.Parameter(torch.zeros(num_items))

    def forward(self, users, seen):
        scores = self.user_emb[users] @ self.item_emb.t() + self.item_bias
        items = torch.arange(self.item_emb.shape[0], device=seen.device)
        mask = (seen[:, :, None] == items).any(1)
        scores = scores.masked_fill(mask, float("-inf"))
        values, indices = scores.topk(self.k, dim=1)
        return values, indices


def get_inputs():
    users = torch.randint(0, 1000, (32,))
    seen = torch.randint(0, 2000, (32, 30))
    length = torch.randint(5, 31, (32, 1))
    seen = seen.masked_fill(torch.arange(30) >= length, -1)
    return [users, seen]


def get_init_inputs():
    return [1000, 2000, 32, 10]
